import { useCallback } from 'react'
import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import { qcStatuses } from '../../../../shared/domain/qc-status.ts'
import { choiceFilter, choicesFilter, type Filter, flagFilter, searchFilter } from '../../../table/filters.ts'
import { useWords } from '../../../table/words.ts'
import { useSupplierChoices } from '../../use-suppliers.ts'
import { ages, type QcState, type qcParams } from './qc-params.ts'
import { useSeen } from './use-seen.ts'

type P = typeof qcParams

const stylesOf = (row: Pick<QcBoxRow, 'styles'>) => row.styles.map((value) => ({ value, label: value }))

/** The filters of the platform; on the way to the door a box has no status and no age yet. */
export function useQcFilters(rows: readonly QcBoxRow[], state: QcState): Filter<P>[] {
  const { t, name } = useWords()
  const suppliers = useSupplierChoices()
  const siteOf = useCallback(
    (row: QcBoxRow) => [{ value: row.site, label: name(row.site_name, row.site_name_zh) }],
    [name],
  )
  const sites = useSeen(rows, siteOf, state.site)
  const styles = useSeen(rows, stylesOf, state.style)
  const everywhere: Filter<P>[] = [
    searchFilter<P>('q', t('SSCC, tracking ID, box, style')),
    choiceFilter<P>('supplier', t('Supplier'), suppliers),
  ]
  const site = sites.length > 1 || state.site ? [choiceFilter<P>('site', t('Site'), sites)] : []
  if (state.tab === 'awaiting') return [...everywhere, ...site]
  return [
    ...everywhere,
    choiceFilter<P>('style', t('Style'), styles),
    choiceFilter<P>(
      'age',
      t('Days at the door'),
      ages.map((value) => ({ value, label: t('{{n}} or more', { n: value }) })),
    ),
    choicesFilter<P>(
      'status',
      t('Status'),
      qcStatuses.map((value) => ({ value, label: t(value) })),
    ),
    ...site,
    flagFilter<P>('open', t('Difference not settled')),
  ]
}
