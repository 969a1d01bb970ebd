import './production.css'
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { materialUnitWords } from '../../../shared/areas/materials/material.ts'
import { type Wait, waitWords } from '../../../shared/areas/production/lacking.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import { orderPathWords, orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { sourceWords } from '../../../shared/areas/production/words.ts'
import { contract } from '../../../shared/areas.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import { MenuButton, PrintButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { TalkThread } from '../../talk/TalkThread.tsx'
import { useTalkTab } from '../../talk/WithTalk.tsx'
import { ReserveDialog } from '../fabrics/ReserveDialog.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import { FacilitiesPart } from './FacilitiesPart.tsx'
import { GridPart } from './GridPart.tsx'
import { MarkerPart } from './MarkerPart.tsx'
import { moveNames, type PressedMove, pressedMoves, usePressedMove } from './moves.tsx'
import { CodeLink, type FoundOrder } from './parts.tsx'
import { cardLanguages, SendDialog } from './SendDialog.tsx'
import { useOrderDraft } from './use-draft.ts'

const width = 1_080

export const orderParts = ['', 'order', 'materials', 'facilities', 'marker', 'history', 'talk'] as const
export type OrderPart = (typeof orderParts)[number]

interface OrderDrawerProps {
  number: string
  /** Of the drawer; empty: what its state asks for. */
  part: OrderPart
  onPart: (part: OrderPart) => void
  onClose: () => void
}

/** A production order: what it lacks and where that is put right, its grid, materials, facilities, marker, history and talk. */
export function OrderDrawer({ number, ...turn }: OrderDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('production.getOrderActionSummary', { order_action_id: number })
  return (
    <LoadedDrawer
      answer={answer}
      title={number}
      width={width}
      onClose={turn.onClose}
      missing={t('This production order is not there')}
    >
      {(found) => <Opened found={found} {...turn} />}
    </LoadedDrawer>
  )
}

function Opened({ found, part, onPart, onClose }: Omit<OrderDrawerProps, 'number'> & { found: FoundOrder }) {
  const { t, name } = useLocale()
  const { order, markers, history, materials } = found
  const draft = useOrderDraft(order)
  const talk = useTalkTab({ kind: 'production_order', code: order.order_action_id })
  const open = openMoves(found.moves)
  const isCad = !useRight('runProduction')
  const asked = open.includes('assign')
    ? 'facilities'
    : open.includes('complete_cad') && order.marker === null
      ? 'marker'
      : 'order'
  const isKept = isCad && (part === 'facilities' || part === 'history')
  const chosen = part === '' || isKept ? (isCad ? 'marker' : asked) : part
  const typing = (body: ReactNode) => (
    <>
      <DraftNotes found={found} draft={draft} />
      {body}
    </>
  )
  return (
    <TabbedDrawer
      title={`${order.order_action_id} · ${name(order.name, order.name_zh)}`}
      beside={<StatusTag status={orderStateWords[order.state]} />}
      width={width}
      onClose={onClose}
      head={<OrderHead found={found} />}
      tab={chosen}
      onTab={(next) => onPart(next)}
      tabs={[
        {
          key: 'order',
          label: t('Order'),
          shows: () =>
            typing(
              <>
                <Section>
                  <FactList fields={facts} row={found} />
                </Section>
                <GridPart found={found} draft={draft} mayEdit={open.includes('edit') && draft.isLoaded} />
              </>,
            ),
        },
        { key: 'materials', label: t('Materials'), count: materials.length, shows: () => <Materials found={found} /> },
        // CAD hears nothing of who makes it, and at what rate.
        ...(isCad
          ? []
          : [
              {
                key: 'facilities' as const,
                label: t('Facilities'),
                count: found.facilities.length,
                shows: () =>
                  typing(<FacilitiesPart found={found} draft={draft} move={open.find(isAssigning) ?? null} />),
              },
            ]),
        {
          key: 'marker',
          label: t('Marker'),
          count: markers.length,
          shows: () => typing(<MarkerPart found={found} draft={draft} mayWrite={open.includes('complete_cad')} />),
        },
        ...(isCad
          ? []
          : [
              {
                key: 'history' as const,
                label: t('History'),
                count: history.length,
                shows: () => (
                  <Section>
                    <Timeline
                      events={history}
                      about={({ details }) => {
                        const was =
                          details.split_before &&
                          t('Facilities until then: {{split}}', { split: String(details.split_before) })
                        const said = [details.reason, details.split, details.rolls, details.purchase_order, was].filter(
                          (one) => typeof one === 'string' && one !== '',
                        )
                        return said.length === 0 ? null : (
                          <p className="muted">{said.map((one) => t(String(one))).join(' · ')}</p>
                        )
                      }}
                    />
                  </Section>
                ),
              },
            ]),
        {
          key: 'talk',
          ...talk,
          shows: () => <TalkThread kind="production_order" code={order.order_action_id} />,
        },
      ]}
    />
  )
}

const isAssigning = (move: string): move is 'assign' | 'reassign' => move === 'assign' || move === 'reassign'

/** What is always in sight: the picture, what the order still lacks, and what can be done. */
function OrderHead({ found }: { found: FoundOrder }) {
  const { t, name } = useLocale()
  const { order, moves, job_cards, lacking } = found
  const open = openMoves(moves)
  const mayRun = useRight('runProduction')
  // CAD sees to markers alone.
  const missing = mayRun ? lacking : lacking.filter(({ thing }) => thing === 'marker')
  const livePos = found.facilities.flatMap(({ purchase_order }) => purchase_order ?? [])
  const isHeldByPo = (one: PressedMove) => livePos.length > 0 && (one === 'to_in_house' || one === 'to_outsourced')
  const held = pressedMoves.filter((one) => open.includes(one) && isHeldByPo(one))
  const isSent = order.state === 'SENT_FOR_PRODUCTION' || order.state === 'PRODUCTION_ON_HOLD'
  const move = usePressedMove()
  const send = useDialog(SendDialog)
  const pictured = {
    picture: order.picture,
    style_id: order.style_id ?? order.catalogue_id ?? '',
    style_name: order.name,
    style_name_zh: order.name_zh,
  }
  return (
    <div className="production-head">
      <StylePicture of={pictured} size="tile" isButton />
      <div>
        <p>
          <strong>{name(order.name, order.name_zh)}</strong>
          <Waiting wait={order.waits_for} />
        </p>
        {order.reason ? <p className="production-words">{t(order.reason)}</p> : null}
        {missing.length > 0 && order.state !== 'REJECTED' && order.state !== 'SENT_FOR_PRODUCTION' ? (
          <Callout tone="warn">
            {t('Missing before it can be sent:')}
            <ul className="production-missing">
              {missing.map(({ thing, message, at }) => (
                <li key={thing}>{mayRun ? <Link to={at}>{t(message)}</Link> : t(message)}</li>
              ))}
            </ul>
          </Callout>
        ) : null}
        <div className="production-actions">
          {open.includes('send') ? (
            <Button intent="primary" text={t(moveNames.send)} onClick={() => send.open({ rows: [order] })} />
          ) : null}
          {pressedMoves
            .filter((one) => open.includes(one))
            .map((one) => (
              <Button
                key={one}
                text={t(moveNames[one])}
                intent={one === 'make_ready' || one === 'release' ? 'primary' : 'none'}
                disabled={isHeldByPo(one)}
                loading={move.isRunning}
                onClick={() => move.ask({ move: one, rows: [order] })}
              />
            ))}
          {job_cards.length > 0 && mayRun ? <JobCards found={found} isSent={isSent} /> : null}
        </div>
        {held.length > 0 ? (
          <p className="muted">
            {held.map((name) => t(moveNames[name])).join(' · ')}: {t('cancel its purchase order first:')}{' '}
            {livePos.map((code) => (
              <CodeLink key={code} to={`/ops/vendor-purchase-orders?po=${code}`} code={code} />
            ))}
          </p>
        ) : null}
        {mayRun ? (
          <details className="production-closed">
            <summary>{t('What cannot be done now, and why')}</summary>
            <ClosedMoves moves={moves} usual={orderLife.usual} names={moveNames} />
          </details>
        ) : null}
      </div>
      {move.dialog}
      {send.dialog}
    </div>
  )
}

/** What an order waits for, as a part of a sentence; nothing where it is over. */
function Waiting({ wait }: { wait: Wait }) {
  const { t } = useLocale()
  if (wait === 'nothing') return null
  const said = wholeWaits[wait]
  return (
    <span className="muted">
      {' · '}
      {said === undefined ? t('Waits for {{what}}', { what: t(waitWords[wait]) }) : t(said)}
    </span>
  )
}

/** Waits that are no thing. */
const wholeWaits: Partial<Record<Wait, string>> = {
  release: key('Nothing holds up this step: make it ready for allocation'),
  decision: key('Somebody has to decide'),
  sending: key('Nothing is missing: send it to production'),
  production: key('In production'),
}

/** Job cards as they were made: the last of a sent order is printed by a press, each can be fetched in each language. */
function JobCards({ found: { order, job_cards }, isSent }: { found: FoundOrder; isSent: boolean }) {
  const { t } = useLocale()
  const file = useFile()
  const last = job_cards.find(({ is_valid }) => is_valid)
  const { order_action_id } = order
  const title = (n: number, language: string) => t('Job card {{n}} · {{language}}', { n, language })
  return (
    <>
      {last && isSent ? (
        <PrintButton
          call={contract.production.jobCard}
          input={{ order_action_id, number: last.number, language: 'hi' }}
          title={`${order_action_id}, ${title(last.number, cardLanguages[0][1])}`}
        />
      ) : null}
      <MenuButton
        text={isSent ? t('Job card') : t('Old job cards (not valid)')}
        isRunning={file.isGetting}
        items={job_cards.flatMap(({ number, is_valid }) =>
          cardLanguages.map(
            ([language, label]) =>
              [
                is_valid ? title(number, label) : `${title(number, label)} · ${t('void')}`,
                () => file.get(contract.production.jobCard, { order_action_id, number, language }),
              ] as const,
          ),
        )}
      />
    </>
  )
}

/** What the order takes of fabrics, and what of it is reserved. */
function Materials({ found: { order, materials } }: { found: FoundOrder }) {
  const { t } = useLocale()
  const mayReserve = useRight('changeMaterials')
  const reserve = useDialog(ReserveDialog)
  return (
    <Section
      title={t('Materials')}
      tools={
        mayReserve && materials.some(({ need, held }) => held < need) ? (
          <Button
            size="small"
            text={t('Reserve rolls…')}
            onClick={() => reserve.open({ orderIds: [order.order_action_id] })}
          />
        ) : null
      }
    >
      {materials.length === 0 ? (
        <p className="muted">
          {t('No fabric is mapped to its SKUs yet.')}{' '}
          {order.style_id ? (
            <Link to={`/ops/product-mapping?style=${encodeURIComponent(order.style_id)}`}>{t('Map it')}</Link>
          ) : null}
        </p>
      ) : (
        <FieldTable fields={materialFields} rows={materials} rowKey={({ material_id }) => material_id} />
      )}
      {reserve.dialog}
    </Section>
  )
}

const facts: readonly ShownField<FoundOrder>[] = [
  {
    id: 'style',
    header: key('Style'),
    of: ({ order: { style_id, catalogue_id } }) =>
      catalogue_id ? (
        <CodeLink to={`/supplier/catalogue-management?tab=all&style=${catalogue_id}`} code={style_id ?? catalogue_id} />
      ) : (
        style_id && <CodeLink to={`/ops/records?kind=styles&search=${encodeURIComponent(style_id)}`} code={style_id} />
      ),
  },
  {
    id: 'sample',
    header: key('Sample'),
    of: ({ sample_id }) =>
      sample_id && <CodeLink to={`/ops/final-measurements?tab=all&sample=${sample_id}`} code={sample_id} />,
  },
  {
    id: 'mapping',
    header: key('Fabric mapping'),
    of: ({ order: { style_id } }) =>
      style_id && <CodeLink to={`/ops/product-mapping?style=${encodeURIComponent(style_id)}`} code={style_id} />,
  },
  { id: 'category', header: key('Category'), kind: 'word', of: ({ order }) => order.category },
  { id: 'path', header: key('Produced'), of: ({ order }, { t }) => t(orderPathWords[order.path]) },
  { id: 'waits', header: key('Waits for'), of: ({ order }, { t }) => t(waitWords[order.waits_for]) },
  { id: 'since', header: key('Since'), kind: 'instant', of: ({ order }) => order.since },
  { id: 'due', header: key('Order due'), kind: 'day', of: ({ order }) => order.due_on },
  {
    id: 'facility_due',
    header: key('Due at the facility'),
    of: ({ order: { facility_due_on: due, facility_days_late: late } }, { day, plural }) =>
      due && [day(due), late > 0 ? plural(late, '{{n}} day late', '{{n}} days late') : ''].filter(Boolean).join(' · '),
    mark: ({ order }) => (order.facility_days_late > 0 ? 'warn' : undefined),
  },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ order }) => order.pieces },
  { id: 'source', header: key('Comes from'), of: ({ order }, { t }) => t(sourceWords[order.source]) },
]

const unitWords: Readonly<Record<string, string>> = materialUnitWords

const materialFields: readonly ShownField<FoundOrder['materials'][number]>[] = [
  {
    id: 'material',
    header: key('Material'),
    of: ({ material_id }) => <CodeLink to={`/ops/materials?tab=all&material=${material_id}`} code={material_id} />,
  },
  { id: 'name', header: key('Material name'), of: (row, { name }) => name(row.name, row.name_zh) },
  { id: 'unit', header: key('Unit'), of: ({ unit }, { t }) => unitWords[unit] && t(unitWords[unit]) },
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
  { id: 'rolls', header: key('Rolls'), of: ({ rolls }) => listed(rolls) || null },
]
