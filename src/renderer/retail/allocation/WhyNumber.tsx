import { Button } from '@blueprintjs/core'
import type { GridCell, PlanSettings } from '../../../shared/areas/allocation/shapes.ts'
import { cutOf, extraOf, piecesOver } from '../../../shared/areas/allocation/warnings.ts'
import { limitWords, lineWords } from '../../../shared/areas/allocation/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { listed } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'

type Grid = CallData<'allocation.allocationGrid'>

interface WhyNumberProps {
  cell: GridCell | undefined
  store: Grid['stores'][number] | undefined
  size: Grid['sizes'][number] | undefined
  category: string
  settings: PlanSettings
  /** Locks it at so many pieces; null unlocks it. Left out: nobody may now. */
  onLock?: (pieces: number | null) => void
}

/** Why a store gets so many pieces of a size: from the rate to the target, from the need to what is given, and by which pass. */
export function WhyNumber({ cell, store, size, category, settings, onLock }: WhyNumberProps) {
  const { t, number, name } = useLocale()
  if (!store || !size) return null
  const place = `${store.site} ${name(store.name, store.name_zh)} · ${size.size}`
  return (
    <aside className="allocation-why" aria-label={t('Why this number')}>
      <h3>{t('Why this number')}</h3>
      <p>
        {place}
        {store.grade === '' ? null : <span className="muted"> · {t('Grade {{grade}}', { grade: store.grade })}</span>}
      </p>
      {store.is_closed ? <p className="overdue">{t('The store is closed: it gets nothing.')}</p> : null}
      {cell ? (
        <WhyCell cell={cell} settings={settings} />
      ) : store.is_closed ? null : store.is_carried ? (
        <p>{t('The store needs none: it shows enough and sells none of it.')}</p>
      ) : (
        <p>{t('The store does not carry {{category}}.', { category })}</p>
      )}
      {store.broken.length > 0 ? (
        <p className="overdue">{t('Core sizes that it lacks then: {{sizes}}', { sizes: listed(store.broken) })}</p>
      ) : null}
      {onLock && store.is_carried && !store.is_closed ? (
        cell?.locked == null ? (
          <Button
            size="small"
            text={t('Lock this cell at {{n}}', { n: number(cell?.given ?? 0) })}
            onClick={() => onLock(cell?.given ?? 0)}
          />
        ) : (
          <Button size="small" text={t('Unlock this cell')} onClick={() => onLock(null)} />
        )
      ) : null}
    </aside>
  )
}

function WhyCell({ cell, settings }: { cell: GridCell; settings: PlanSettings }) {
  const { t, number, decimal } = useLocale()
  const isLocked = cell.locked !== null
  const given = cell.locked ?? cell.given
  const now = { ...cell, given }
  const rate = decimal(cell.rate, 2)
  const days = settings.lead_days + settings.cover_days
  // The rate is stored rounded: the last piece may hang on what was rounded off.
  const mostSales = cell.rate === 0 ? 0 : Math.ceil(cell.rate * days + 0.02) + settings.safety_pieces
  const needed = cell.target - cell.on_hand - cell.in_transit
  return (
    <>
      <p className="allocation-given">
        {number(given)}{' '}
        <span>
          {!isLocked && cell.limit === 'met' && cell.extra > 0
            ? t(lineWords.made_up)
            : t(limitWords[isLocked ? 'locked' : cell.limit])}
        </span>
      </p>
      <p className="muted">
        {cell.days_30 === null
          ? t(
              'Too few days in stock here: what the store sells of the category stands for it, shared over styles and sizes: {{rate}} a day. All such sizes of the style are rounded up together.',
              { rate },
            )
          : t('{{sold}} sold in {{days}} days in stock. With the last days counting most: {{rate}} a day.', {
              sold: number(cell.sold_30),
              days: number(cell.days_30),
              rate,
            })}{' '}
        {cell.target > mostSales
          ? t('The target is what the store shows at least.')
          : t('The target is for {{days}} days: {{lead}} until it is there, {{cover}} of cover.', {
              days: number(days),
              lead: number(settings.lead_days),
              cover: number(settings.cover_days),
            })}
        {cell.target <= mostSales && settings.safety_pieces > 0
          ? ` ${t('Safety: {{n}}.', { n: number(settings.safety_pieces) })}`
          : null}
      </p>
      <Sum
        lines={[
          [t('Target stock'), cell.target, ''],
          [t('On hand'), cell.on_hand, '−'],
          [t('On its way'), cell.in_transit, '−'],
          [t('More than the target is there'), Math.max(0, cell.need - needed), '+'],
        ]}
        total={[t('Need'), cell.need]}
      />
      <Sum
        lines={[
          [t('Need'), cell.need, ''],
          [isLocked ? t('Locked higher') : t('More for a set or a pack'), extraOf(now), '+'],
          [isLocked ? t('Locked lower') : t('No room at the store, or kept for others'), cutOf(now), '−'],
          [t('No minimum set can be made up'), cell.locked === null ? cell.unset : 0, '−'],
          [t('Missing at the warehouses'), cell.locked === null ? cell.short : 0, '−'],
        ]}
        total={[t('Given'), given]}
      />
      {isLocked ? (
        <p>{t('Somebody locked it at {{n}}. The plan gives the rest to others round it.', { n: number(given) })}</p>
      ) : (
        <Sum
          lines={[
            [t('For a set of core sizes'), cell.core, ''],
            [t('To show enough'), cell.shown, '+'],
            [t('For what it sells'), cell.share, '+'],
            [t('In room that other sizes left'), cell.fill, '+'],
          ]}
        />
      )}
      {piecesOver(now) > 0 ? (
        <p className="allocation-over">
          {t('Over its target by {{n}}, with what is there and on its way.', { n: number(piecesOver(now)) })}
        </p>
      ) : null}
    </>
  )
}

interface SumProps {
  lines: readonly (readonly [label: string, pieces: number, sign: '' | '+' | '−'])[]
  /** Left out where they part a sum that stands above. */
  total?: readonly [label: string, pieces: number]
}

/** Lines that add up; those of nothing are left out, but for the first where all are. */
function Sum({ lines, total }: SumProps) {
  const { number } = useLocale()
  const some = lines.filter(([, of]) => of !== 0)
  const shown = some.length > 0 ? some : lines.slice(0, 1)
  return (
    <table className="plain-table allocation-sum">
      <tbody>
        {shown.map(([words, of, sign], at) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td className="end">
              {at === 0 && sign === '+' ? '' : sign}
              {number(of)}
            </td>
          </tr>
        ))}
      </tbody>
      {total ? (
        <tfoot>
          <tr>
            <th scope="row">{total[0]}</th>
            <td className="end">= {number(total[1])}</td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}
