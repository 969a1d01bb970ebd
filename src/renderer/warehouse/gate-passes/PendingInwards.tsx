import { Button } from '@blueprintjs/core'
import type { InwardRow } from '../../../shared/areas/allocation/shapes.ts'
import { useRows } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { hiddenWhileBlind } from '../../table/columns.tsx'
import { useLocale } from '../../table/words.ts'
import { stateWord } from './pass-list.ts'

interface PendingInwardsProps {
  /** Of one store; empty for all. */
  store: string
  onOpen: (gatePass: string) => void
  onClose: () => void
}

/** What stores will get: on the road, and promised by gate passes that the warehouse has still to pack. */
export function PendingInwards({ store, onOpen, onClose }: PendingInwardsProps) {
  const { t } = useLocale()
  const list = useRows('allocation.pendingStoreInwards', { ...(store && { store }), page_size: 200 })
  return (
    <Drawer
      isOpen
      of={store ? { site: store } : null}
      title={store ? t('Pending inwards of {{store}}', { store }) : t('Pending inwards')}
      width={1_120}
      onClose={onClose}
    >
      <Loaded
        answer={{ data: list.isLoading ? undefined : list.rows, error: list.error, reload: list.reload }}
        empty={{
          is: ({ length }) => length === 0,
          shows: (
            <EmptyState
              title={t('Nothing is to come')}
              text={t('What is on the road to stores or promised to them stands here.')}
            />
          ),
        }}
      >
        {(rows) => (
          <ScrollPart className="tabbed-scroll" label={t('Pending inwards')}>
            <FieldTable
              fields={fieldsOf(onOpen)}
              rows={rows}
              rowKey={({ gate_pass }) => gate_pass}
              below={(row) => <Boxes row={row} />}
              className="inwards"
            />
            {list.hasMore ? (
              <Button variant="minimal" text={t('Load more')} loading={list.isFetching} onClick={list.loadMore} />
            ) : null}
          </ScrollPart>
        )}
      </Loaded>
    </Drawer>
  )
}

const fieldsOf = (onOpen: (gatePass: string) => void): readonly ShownField<InwardRow>[] => [
  {
    ...{ id: 'gate_pass', header: key('Gate pass') },
    of: ({ gate_pass }) => (
      <button type="button" className="dt-link code" onClick={() => onOpen(gate_pass)}>
        {gate_pass}
      </button>
    ),
  },
  {
    ...{ id: 'due', header: key('Due in the store') },
    of: ({ due_on, days_late }, { day, plural, t }) =>
      due_on === null
        ? t('Not sent yet')
        : days_late > 0
          ? [day(due_on), plural(days_late, '1 day late', '{{n}} days late')].join(' · ')
          : day(due_on),
    mark: ({ days_late }) => (days_late > 0 ? 'warn' : undefined),
  },
  {
    ...{ id: 'pieces', header: key('Pieces to come'), kind: 'end' },
    of: ({ pieces }, { number }) => (pieces === null ? '–' : number(pieces)),
    hint: ({ pieces }, { t }) => (pieces === null ? t(hiddenWhileBlind) : ''),
  },
  { id: 'state', header: key('Status'), of: ({ state }) => <StatusTag status={stateWord(state) ?? state} /> },
  {
    id: 'store',
    header: key('Store'),
    of: (row, { name }) => `${row.store} · ${name(row.store_name, row.store_name_zh)}`,
  },
  { id: 'from', header: key('From'), kind: 'code', of: ({ from_site }) => from_site },
  {
    ...{ id: 'received', header: key('Received'), kind: 'end' },
    of: ({ received }, { number }) => (received === null ? '–' : number(received)),
  },
  { id: 'sent', header: key('Sent on'), kind: 'instant', of: ({ submitted_at }) => submitted_at },
  { id: 'days', header: key('Days'), kind: 'count', of: ({ days_on_way }) => days_on_way },
  { id: 'task', header: key('Comes of'), kind: 'code', of: ({ task_id }) => task_id },
]

const isThere = ({ state }: InwardRow['boxes'][number]) => state === 'RECEIVED'

/** Boxes of a pass, those still to come first; on a phone, the store that it goes to. */
function Boxes({ row: { boxes, store, store_name, store_name_zh } }: { row: InwardRow }) {
  const { t, number, plural, name } = useLocale()
  const there = boxes.filter(isThere).length
  return (
    <div className="inward-boxes">
      <span className="inward-store">
        {store} · {name(store_name, store_name_zh)}
      </span>
      <span className="muted">
        {boxes.length === 0
          ? t('No box is packed yet')
          : there > 0
            ? t('{{there}} of {{boxes}} boxes are there', { there: number(there), boxes: number(boxes.length) })
            : plural(boxes.length, '1 box', '{{n}} boxes')}
      </span>
      {boxes
        .toSorted((a, b) => Number(isThere(a)) - Number(isThere(b)))
        .map((box) => (
          <span key={box.box_code} className={isThere(box) ? 'muted' : undefined}>
            <span className="code">{box.box_code}</span>{' '}
            {isThere(box)
              ? t('received')
              : box.pieces === null
                ? ''
                : plural(box.pieces - box.received, '1 pc to come', '{{n}} pcs to come')}
          </span>
        ))}
    </div>
  )
}
