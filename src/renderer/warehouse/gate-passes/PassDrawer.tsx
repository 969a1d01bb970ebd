import { useTranslation } from 'react-i18next'
import { passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { NotSent } from './NotSent.tsx'
import { PassActions } from './PassActions.tsx'
import { PassBoxes } from './PassBoxes.tsx'
import { PassDifferences } from './PassDifferences.tsx'
import { PassHistory } from './PassHistory.tsx'
import { PassItems } from './PassItems.tsx'
import { PassPapers } from './PassPapers.tsx'
import type { PassView, WholePass } from './pass-list.ts'

interface PassDrawerProps {
  number: string
  side: 'source' | 'destination'
  view: PassView
  onView: (view: PassView) => void
  /** Packs at the source, receives at the destination. */
  onScan: () => void
  onPlan?: () => void
  onPlanScan?: () => void
  onClose: () => void
}

/** One gate pass: what it plans, packs, sends and receives, its boxes, its papers and what may be done next. */
export function PassDrawer({ number, side, view, onView, onScan, onPlan, onPlanScan, onClose }: PassDrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer('gatePasses.getGatePass', { gate_pass: number })
  const drawer = { title: number, width: 980, onClose }
  return (
    <LoadedDrawer {...drawer} answer={found} missing={t('There is no such gate pass.')}>
      {(whole) => {
        const { gate_pass: pass } = whole
        const isPacking = pass.state === 'PACKING'
        const isOut = pass.submitted_at !== null
        const tabs = [
          {
            ...{ key: 'items' as const, label: t('Items'), count: pass.skus },
            shows: () => <PassItems pass={pass} />,
          },
          ...(isPacking
            ? [
                {
                  ...{ key: 'not_sent' as const, label: t('Not sent') },
                  shows: () => <NotSent pass={pass} />,
                },
              ]
            : []),
          {
            ...{ key: 'boxes' as const, label: t('Packed boxes'), count: pass.boxes },
            shows: () => <PassBoxes pass={pass} />,
          },
          ...(isOut
            ? [
                {
                  ...{ key: 'differences' as const, label: t('Differences'), count: pass.open_discrepancies },
                  shows: () => <PassDifferences number={number} />,
                },
                {
                  ...{ key: 'papers' as const, label: t('Papers'), count: whole.documents.length },
                  shows: () => <PassPapers whole={whole} />,
                },
              ]
            : []),
          { ...{ key: 'history' as const, label: t('History') }, shows: () => <PassHistory number={number} /> },
        ]
        return (
          <TabbedDrawer
            of={pass}
            {...drawer}
            beside={<StatusTag status={pass.status} />}
            actions={
              <PassActions
                whole={whole}
                side={side}
                onScan={onScan}
                {...(onPlan && { onPlan })}
                {...(onPlanScan && { onPlanScan })}
                onSubmitted={() => onView('papers')}
              />
            }
            head={
              <Section>
                <FactList fields={passFacts} row={whole} />
                <PassNotes pass={pass} />
              </Section>
            }
            tabs={tabs}
            tab={tabs.some((tab) => tab.key === view) ? view : 'items'}
            onTab={onView}
          />
        )
      }}
    </LoadedDrawer>
  )
}

function PassNotes({ pass }: { pass: GatePassRow }) {
  const { t } = useTranslation()
  return (
    <div className="pass-callouts pass-drawer">
      {pass.is_overdue ? (
        <Callout tone="bad">
          {t('{{n}} pcs were due back {{days}} days ago.', { n: pass.to_return, days: pass.days_overdue })}
        </Callout>
      ) : null}
      {pass.is_blind && pass.submitted_at !== null && pass.sent === null ? (
        <Callout>{t('Received blind: what was sent is shown once the pass is completed.')}</Callout>
      ) : null}
    </div>
  )
}

const passFacts: readonly ShownField<WholePass>[] = [
  { id: 'type', header: key('Type'), of: ({ gate_pass }, { t }) => t(passTypes[gate_pass.type]) },
  { id: 'from', header: key('Sent from'), of: ({ from }, { name }) => name(from.name, from.name_zh) },
  { id: 'to', header: key('Sent to'), of: ({ to }, { name }) => name(to.name, to.name_zh) },
  {
    ...{ id: 'planned', header: key('Planned'), kind: 'pieces' },
    of: ({ gate_pass }) => (gate_pass.submitted_at === null ? gate_pass.planned : null),
  },
  {
    ...{ id: 'packed', header: key('Packed'), kind: 'pieces' },
    of: ({ gate_pass }) => (gate_pass.submitted_at === null ? gate_pass.packed : null),
  },
  {
    ...{ id: 'pieces_sent', header: key('Sent'), kind: 'pieces' },
    of: ({ gate_pass }) => (gate_pass.submitted_at === null ? null : gate_pass.sent),
  },
  {
    ...{ id: 'pending', header: key('On the road'), kind: 'pieces' },
    of: ({ gate_pass }) => (gate_pass.submitted_at === null ? null : gate_pass.pending),
  },
  {
    ...{ id: 'received', header: key('Received'), kind: 'pieces' },
    of: ({ gate_pass }) => (gate_pass.submitted_at === null ? null : gate_pass.received),
  },
  { id: 'age', header: key('Days'), kind: 'count', of: ({ gate_pass }) => gate_pass.age_days },
  { id: 'back', header: key('Back by'), kind: 'day', of: ({ gate_pass }) => gate_pass.expected_return_on },
  { id: 'go_back', header: key('May be sent back'), kind: 'pieces', of: (whole) => whole.may_go_back || null },
  {
    id: 'returned_by',
    header: key('Goes back with'),
    kind: 'code',
    of: (whole) => listed(whole.returned_by) || null,
  },
  { id: 'returns', header: key('Brings back'), kind: 'code', of: ({ gate_pass }) => gate_pass.returns, traces: true },
  { id: 'vehicle', header: key('Vehicle'), kind: 'code', of: ({ gate_pass }) => gate_pass.vehicle_no },
  { id: 'carrier', header: key('Carrier'), of: ({ gate_pass }) => gate_pass.carrier },
  { id: 'purpose', header: key('Purpose'), of: ({ gate_pass }) => gate_pass.purpose || null },
  { id: 'remark', header: key('Remark'), of: ({ gate_pass }) => gate_pass.remark || null },
  { id: 'by', header: key('Created by'), of: ({ gate_pass }) => gate_pass.created_by },
  { id: 'at', header: key('Created'), kind: 'instant', of: ({ gate_pass }) => gate_pass.created_at },
  { id: 'sent', header: key('Submitted'), kind: 'instant', of: ({ gate_pass }) => gate_pass.submitted_at },
]
