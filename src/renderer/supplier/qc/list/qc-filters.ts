import { qcStatuses } from '../../../../shared/domain/qc-status.ts'
import { choiceFilter, choicesFilter, type Filter, flagFilter, searchFilter } from '../../../table/filters.ts'
import { useWords } from '../../../table/words.ts'
import { useSupplierChoices } from '../../use-suppliers.ts'
import { ages, type QcState, type qcParams } from './qc-params.ts'
import { useSiteChoices, useStyleChoices } from './use-choices.ts'

type P = typeof qcParams

/** The filters of the platform; on the way to the door a box has no status yet, and its days are those on the way. */
export function useQcFilters(state: QcState): Filter<P>[] {
  const { t } = useWords()
  const suppliers = useSupplierChoices()
  const sites = useSiteChoices(state.site)
  const styles = useStyleChoices(state.tab, state.style)
  const everywhere: Filter<P>[] = [
    searchFilter<P>('q', t('SSCC, tracking ID, box, style')),
    choiceFilter<P>('supplier', t('Supplier'), suppliers),
    choiceFilter<P>('style', t('Style'), styles.choices, styles.search),
    choiceFilter<P>(
      'age',
      state.tab === 'awaiting' ? t('Days on the way') : t('Days at the door'),
      ages.map((value) => ({ value, label: t('{{n}} or more', { n: value }) })),
    ),
  ]
  const site = sites.length > 1 || state.site ? [choiceFilter<P>('site', t('Site'), sites)] : []
  if (state.tab === 'awaiting') return [...everywhere, ...site]
  return [
    ...everywhere,
    choicesFilter<P>(
      'status',
      t('Status'),
      qcStatuses.map((value) => ({ value, label: t(value) })),
    ),
    ...site,
    flagFilter<P>('open', t('Difference not settled')),
  ]
}
