import './production.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { waitWords } from '../../../shared/areas/production/lacking.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import { orderPathWords, orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { sourceWords } from '../../../shared/areas/production/words.ts'
import { contract } from '../../../shared/areas.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import type { CallData } from '../../actions/calls.ts'
import { DownloadMenu, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useLocale } from '../../table/words.ts'
import { FacilitiesPart } from './FacilitiesPart.tsx'
import { GridPart } from './GridPart.tsx'
import { MarkerPart } from './MarkerPart.tsx'
import { moveNames, pressedMoves, usePressedMove } from './moves.tsx'
import { useOrderDraft } from './use-draft.ts'
import { cardLanguages, useSend } from './use-send.ts'

export type FoundOrder = CallData<'production.getOrderActionSummary'>
export type OrderDraft = ReturnType<typeof useOrderDraft>
const width = 980

/** A production order: what it lacks and where that is put right, its grid, materials, facilities, marker and history. */
export function OrderDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('production.getOrderActionSummary', { order_action_id: number })
  return (
    <LoadedDrawer
      answer={answer}
      title={number}
      width={width}
      onClose={onClose}
      missing={t('This production order is not there')}
    >
      {(found) => <Opened key={found.order.version} found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

type Part = 'order' | 'materials' | 'facilities' | 'marker' | 'history'

function Opened({ found, onClose }: { found: FoundOrder; onClose: () => void }) {
  const { t, name } = useLocale()
  const { order, markers, history, materials } = found
  const draft = useOrderDraft(order)
  const open = openMoves(found.moves)
  const isCad = !found.moves.some(({ move }) => move === 'assign')
  const [tab, setTab] = useState<Part>(
    open.includes('assign') ? 'facilities' : order.state === 'CAD' ? 'marker' : 'order',
  )
  return (
    <TabbedDrawer
      title={`${order.order_action_id} · ${name(order.name, order.name_zh)}`}
      beside={<StatusTag status={orderStateWords[order.state]} />}
      width={width}
      onClose={onClose}
      head={<OrderActions found={found} />}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          key: 'order',
          label: t('Order'),
          shows: () => (
            <>
              <DraftNotes draft={draft} />
              {found.lacking.length > 0 ? (
                <Callout tone="warn">
                  {t('Still missing:')}
                  <ul>
                    {found.lacking.map(({ thing, message, at }) => (
                      <li key={thing}>
                        <Link to={at}>{t(message)}</Link>
                      </li>
                    ))}
                  </ul>
                </Callout>
              ) : null}
              <Section>
                <FactList fields={facts} row={order} />
              </Section>
              <GridPart found={found} draft={draft} mayEdit={open.includes('edit')} />
            </>
          ),
        },
        {
          key: 'materials',
          label: t('Materials'),
          count: materials.length,
          shows: () => (
            <Section>
              <FieldTable fields={materialFields} rows={materials} rowKey={({ material_id }) => material_id} />
            </Section>
          ),
        },
        // CAD hears nothing of who makes it, and at what rate.
        ...(isCad
          ? []
          : [
              {
                key: 'facilities' as const,
                label: t('Facilities'),
                count: found.facilities.length,
                shows: () => <FacilitiesPart found={found} draft={draft} move={open.find(isAssigning) ?? null} />,
              },
            ]),
        {
          key: 'marker',
          label: t('Marker'),
          count: markers.length,
          shows: () => <MarkerPart found={found} draft={draft} mayWrite={open.includes('complete_cad')} />,
        },
        {
          key: 'history',
          label: t('History'),
          count: history.length,
          shows: () => (
            <Section>
              <Timeline events={history} />
            </Section>
          ),
        },
      ]}
    />
  )
}

const isAssigning = (move: string): move is 'assign' | 'reassign' => move === 'assign' || move === 'reassign'

/** Says that the order changed since the draft was typed, and who else is at it. */
function DraftNotes({ draft }: { draft: OrderDraft }) {
  const { t, instant } = useLocale()
  return (
    <>
      {draft.isOld ? (
        <Callout tone="warn">
          {t('The order was changed since you typed your draft: look at both before you save.')}
        </Callout>
      ) : null}
      {draft.others.map((one) => (
        <Callout key={`${one.saved_by} ${one.saved_at}`}>
          {t('{{name}} has a draft of this order, saved {{at}}.', { name: one.saved_by, at: instant(one.saved_at) })}
        </Callout>
      ))}
    </>
  )
}

function OrderActions({ found }: { found: FoundOrder }) {
  const { t } = useLocale()
  const { order, moves, job_cards } = found
  const open = openMoves(moves)
  const move = usePressedMove()
  const send = useSend()
  const file = useFile()
  const [card] = job_cards
  return (
    <div className="production-actions">
      {open.includes('send') ? (
        <Button intent="primary" text={t(moveNames.send)} loading={send.isSending} onClick={() => send.send([order])} />
      ) : null}
      {pressedMoves
        .filter((one) => open.includes(one))
        .map((one) => (
          <Button
            key={one}
            text={t(moveNames[one])}
            intent={one === 'make_ready' || one === 'release' ? 'primary' : 'none'}
            loading={move.isRunning}
            onClick={() => move.ask({ move: one, rows: [order] })}
          />
        ))}
      {card ? (
        <DownloadMenu
          isGetting={file.isGetting}
          items={cardLanguages.map(
            ([language, label]) =>
              [
                t('Job card {{n}} · {{language}}', { n: card.number, language: label }),
                () =>
                  file.get(contract.production.jobCard, {
                    order_action_id: order.order_action_id,
                    number: card.number,
                    language,
                  }),
              ] as const,
          )}
        />
      ) : null}
      <ClosedMoves moves={moves} usual={orderLife.usual} names={moveNames} />
      {move.dialog}
    </div>
  )
}

const facts: readonly ShownField<ProductionRow>[] = [
  { id: 'style', header: key('Style'), kind: 'code', of: (row) => row.style_id ?? row.catalogue_id },
  { id: 'category', header: key('Category'), of: ({ category }) => category },
  { id: 'path', header: key('Produced'), of: ({ path }, { t }) => t(orderPathWords[path]) },
  { id: 'waits', header: key('Waits for'), of: ({ waits_for }, { t }) => t(waitWords[waits_for]) },
  { id: 'since', header: key('Since'), kind: 'instant', of: ({ since }) => since },
  { id: 'due', header: key('Due date'), kind: 'day', of: ({ due_on }) => due_on },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces },
  { id: 'reason', header: key('Reason'), of: ({ reason }) => reason },
  { id: 'source', header: key('Comes from'), of: ({ source }, { t }) => t(sourceWords[source]) },
]

const materialFields: readonly ShownField<FoundOrder['materials'][number]>[] = [
  { id: 'material', header: key('Material'), kind: 'code', of: ({ material_id }) => material_id },
  { id: 'name', header: key('Material name'), of: (row, { name }) => name(row.name, row.name_zh) },
  { id: 'need', header: key('Need'), kind: 'number', digits: 2, of: ({ need }) => need },
  { id: 'held', header: key('Reserved or cut'), kind: 'number', digits: 2, of: ({ held }) => held },
  {
    id: 'missing',
    header: key('Missing '),
    kind: 'number',
    digits: 2,
    of: ({ need, held }) => Math.max(0, need - held),
    mark: ({ need, held }) => (held < need ? 'warn' : undefined),
  },
  { id: 'rolls', header: key('Rolls'), of: ({ rolls }) => rolls.join(', ') || null },
]
