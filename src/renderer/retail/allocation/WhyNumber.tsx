import { Button } from '@blueprintjs/core'
import type { GridCell } from '../../../shared/areas/allocation/shapes.ts'
import { limitWords } from '../../../shared/areas/allocation/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { useLocale } from '../../table/words.ts'

type Grid = CallData<'allocation.allocationGrid'>

interface WhyNumberProps {
  cell: GridCell | undefined
  store: Grid['stores'][number] | undefined
  size: Grid['sizes'][number] | undefined
  category: string
  onUnlock: (() => void) | null
}

/** Why a store gets so many pieces of a size: from the rate to the target, from the need to what is given, and by which pass. */
export function WhyNumber({ cell, store, size, category, onUnlock }: WhyNumberProps) {
  const { t, number, decimal, name } = useLocale()
  if (!store || !size) return null
  const place = `${store.site} ${name(store.name, store.name_zh)} · ${size.size}`
  return (
    <aside className="allocation-why" aria-label={t('Why this number')}>
      <h3>{t('Why this number')}</h3>
      <p>
        {place}
        {store.grade === '' ? null : <span className="muted"> · {t('Grade {{grade}}', { grade: store.grade })}</span>}
      </p>
      {cell ? (
        <>
          <p className="allocation-given">
            {number(cell.locked ?? cell.given)}{' '}
            <span>{t(limitWords[cell.locked === null ? cell.limit : 'locked'])}</span>
          </p>
          <p className="muted">
            {cell.days_30 === null
              ? t('Too few days in stock: the mean of the category stands for it, {{rate}} a day.', {
                  rate: decimal(cell.rate, 2),
                })
              : t('{{sold}} sold in {{days}} days in stock: {{rate}} a day.', {
                  sold: number(cell.sold_30),
                  days: number(cell.days_30),
                  rate: decimal(cell.rate, 2),
                })}
          </p>
          <Sum
            lines={[
              [t('Target'), cell.target, ''],
              [t('On hand'), cell.on_hand, '−'],
              [t('On its way'), cell.in_transit, '−'],
            ]}
            total={[t('Need'), cell.need]}
          />
          {cell.locked === null ? (
            <>
              <Sum
                lines={[
                  [t('Need'), cell.need, ''],
                  [t('More for a set or a pack'), cell.extra, '+'],
                  [t('No room at the store'), cell.cut, '−'],
                  [t('Missing at the warehouses'), cell.short, '−'],
                ]}
                total={[t('Given'), cell.given]}
              />
              <Sum
                lines={[
                  [t('For a set of core sizes'), cell.core, ''],
                  [t('To show enough'), cell.shown, '+'],
                  [t('For what it sells'), cell.share, '+'],
                  [t('In room that other sizes left'), cell.fill, '+'],
                ]}
                total={[t('Given'), cell.given]}
              />
            </>
          ) : (
            <p>
              {t('Somebody locked it at {{n}}. The plan gives the rest to others round it.', {
                n: number(cell.locked),
              })}
            </p>
          )}
          {cell.locked !== null && onUnlock ? (
            <Button size="small" text={t('Unlock this cell')} onClick={onUnlock} />
          ) : null}
        </>
      ) : store.is_carried ? (
        <p>{t('The store needs none: it shows enough and sells none of it.')}</p>
      ) : (
        <p>{t('The store does not carry {{category}}.', { category })}</p>
      )}
    </aside>
  )
}

interface SumProps {
  lines: readonly (readonly [label: string, pieces: number, sign: '' | '+' | '−'])[]
  total: readonly [label: string, pieces: number]
}

/** Lines that add up; those of nothing are left out, but for the first. */
function Sum({ lines, total: [label, pieces] }: SumProps) {
  const { number } = useLocale()
  return (
    <table className="plain-table allocation-sum">
      <tbody>
        {lines
          .filter(([, of], at) => at === 0 || of !== 0)
          .map(([words, of, sign]) => (
            <tr key={words}>
              <th scope="row">{words}</th>
              <td className="end">
                {sign}
                {number(of)}
              </td>
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{label}</th>
          <td className="end">= {number(pieces)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
