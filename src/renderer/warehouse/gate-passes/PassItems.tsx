import { Button } from '@blueprintjs/core'
import { conditionNames } from '../../../shared/areas/gate-passes/lists.ts'
import { inWalkingOrder } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassItemRow, GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { useRows } from '../../actions/useRows.ts'
import { key, listed } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { TraceLink } from '../../kit/TraceLink.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

/** The SKU with its picture, colour and size: what every table of a pass begins with. */
export const skuFields = <R extends Pick<GatePassItemRow, SkuFact>>(): readonly ShownField<R>[] => [
  {
    ...{ id: 'sku', header: key('SKU') },
    by: ({ nm_sku }) => nm_sku,
    of: (row) => (
      <WithPicture of={row}>
        <TraceLink code={row.nm_sku} />
      </WithPicture>
    ),
  },
  { id: 'color', header: key('Colour'), of: ({ color, color_zh }, { name }) => name(color, color_zh) },
  { id: 'size', header: key('Size'), by: ({ size_rank }) => size_rank, of: ({ size }) => size },
]

type SkuFact =
  | 'nm_sku'
  | 'style_id'
  | 'style_name'
  | 'style_name_zh'
  | 'color'
  | 'color_zh'
  | 'picture'
  | 'size'
  | 'size_rank'

const condition: ShownField<GatePassItemRow> = {
  ...{ id: 'condition', header: key('Condition'), kind: 'word' },
  of: (row) => conditionNames[row.condition],
}

const placeOf = ({ shelf }: { shelf: string | null }) => ({
  kind: shelf === null ? 'floor' : 'shelf',
  code: shelf ?? '',
})

const beforeFields: readonly ShownField<GatePassItemRow>[] = [
  ...skuFields<GatePassItemRow>(),
  condition,
  {
    ...{ id: 'at_source', header: key('Free at the source'), kind: 'pieces' },
    of: ({ at_source }) => at_source,
    mark: ({ at_source, reserved, planned, packed }) =>
      (at_source ?? 0) + (reserved ?? 0) < (planned ?? 0) - (packed ?? 0) ? 'warn' : undefined,
  },
  {
    ...{ id: 'places', header: key('Lies at') },
    of: ({ places }, { t }) =>
      listed(
        (places ?? [])
          .toSorted((a, b) => inWalkingOrder(placeOf(a), placeOf(b)))
          .map(({ shelf, free }) => `${shelf ?? t('Floor')} × ${free}`),
      ),
  },
  { id: 'reserved', header: key('Reserved'), kind: 'pieces', of: ({ reserved }) => reserved, total: true },
  { id: 'planned', header: key('Planned'), kind: 'pieces', of: ({ planned }) => planned, total: true },
  {
    ...{ id: 'packed', header: key('Packed'), kind: 'pieces', total: true },
    of: ({ packed }) => packed,
    mark: ({ packed, planned }) => ((packed ?? 0) < (planned ?? 0) ? 'warn' : undefined),
  },
]

const afterFields: readonly ShownField<GatePassItemRow>[] = [
  ...skuFields<GatePassItemRow>(),
  condition,
  { id: 'sent', header: key('Sent'), kind: 'pieces', of: ({ sent }) => sent, total: true },
  { id: 'received', header: key('Received'), kind: 'pieces', of: ({ received }) => received, total: true },
  {
    ...{ id: 'pending', header: key('On the road'), kind: 'pieces', total: true },
    of: ({ pending }) => pending,
    mark: ({ pending }) => ((pending ?? 0) > 0 ? 'warn' : undefined),
  },
  { id: 'excess', header: key('Too many'), kind: 'pieces', of: ({ excess }) => excess, total: true },
  { id: 'short', header: key('Too few'), kind: 'pieces', of: ({ closed_short }) => closed_short, total: true },
  { id: 'damaged', header: key('Damaged'), kind: 'pieces', of: ({ damaged }) => damaged, total: true },
]

/** What a pass plans and packed; once it is submitted, what was sent and came. */
export function PassItems({ pass }: { pass: GatePassRow }) {
  const { t } = useLocale()
  const list = useRows('gatePasses.gatePassItems', { gate_pass: pass.gate_pass, page_size: 200 })
  const isOut = pass.submitted_at !== null
  return (
    <Loaded answer={{ data: list.isLoading ? undefined : list.rows, error: list.error, reload: list.reload }}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title={t('Nothing is planned yet')}
            text={t('Plan it by screen or by sheet; without a plan whatever is scanned into a box is sent.')}
          />
        ) : (
          <>
            <FieldTable
              label={t('Items')}
              fields={isOut ? afterFields : beforeFields}
              rows={rows}
              rowKey={({ nm_sku, condition: state }) => `${nm_sku} ${state}`}
              total={t('Total')}
            />
            {list.hasMore ? (
              <Button variant="minimal" text={t('Load more')} loading={list.isFetching} onClick={list.loadMore} />
            ) : null}
          </>
        )
      }
    </Loaded>
  )
}
