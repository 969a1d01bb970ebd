import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { qcFigures } from '../../../shared/areas/qc-boxes/figures.ts'
import { qcResults } from '../../../shared/areas/qc-boxes/lists.ts'
import { qcStatuses } from '../../../shared/areas/qc-boxes/status.ts'
import { contract } from '../../../shared/areas.ts'
import { figureHint } from '../../../shared/kernel/figure.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { askedSort, ListTable, useList } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  choicesFilter,
  datesFilter,
  flagFilter,
  type ListState,
  searchFilter,
} from '../../table/list-state.ts'
import { resultColumns } from './result-columns.ts'
import { boxWords, type resultsParams } from './results-params.ts'

type P = typeof resultsParams

/** What became of boxes at China QC; a vendor sees its own. */
export function BoxResults({ address }: { address: ListState<P> }) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const also = askedSort(address.state)
  const list = useList(qcResults, address, { call: 'qcBoxes.getInwardedBoxes', words: boxWords, also })
  const statuses = qcStatuses.map((value) => ({ value, label: t(value) }))
  return (
    <ListTable
      list={list}
      label={t('Boxes at QC')}
      columns={useMemo(() => resultColumns(isStaff), [isStaff])}
      rowLabel={(row) => `${row.shipment_id} ${row.box_no}`}
      hasSelection={false}
      sort="up"
      opens="box"
      file={{ call: contract.frame.exportQcBoxes, ids: 'box_ids' }}
      filters={[
        searchFilter<P>('q', t('SSCC, tracking ID, box, style')),
        ...(isStaff ? [choiceFilter<P>('supplier', t('Supplier'), suppliers)] : []),
        choicesFilter<P>('status', t('Status'), statuses),
        flagFilter<P>('open', t(qcFigures.boxesDiffering.label), figureHint(qcFigures.boxesDiffering, t)),
        datesFilter<P>('from', 'to', t('Inwarded on')),
      ]}
      empty={{ title: t('No boxes here'), hint: t('Boxes stand here once China QC has taken them in.') }}
      emptyFiltered={{ title: t('No box matches') }}
    />
  )
}
