import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { awaitingBoxes } from '../../../shared/areas/receiving/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { useNamed } from '../../i18n/formats.ts'
import { ListTable, useList } from '../../table/ListTable.tsx'
import type { ListState } from '../../table/list-state.ts'
import { choiceFilter, datesFilter, searchFilter } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useArrivals } from './ArrivalsTab.tsx'
import { type AwaitingRow, awaitingColumns } from './awaiting-columns.tsx'
import { useCheckFile } from './CheckFile.tsx'
import { useInwardBoxes, useInwardUpload } from './commands.tsx'
import { type inwardParams, noCarrier } from './inward-params.ts'
import { useStation } from './scan/use-door.tsx'

type P = typeof inwardParams

/** Boxes on their way, those shipped first at the top; taken in here where a label cannot be scanned. */
export function AwaitingTab({ address }: { address: ListState<P> }) {
  const { t } = useTranslation()
  const { plural } = useLocale()
  const list = useList(awaitingBoxes, address, { call: 'receiving.getAwaitingInwardBoxes' })
  const { chosen, filter } = list
  const station = useStation()
  const inward = useInwardBoxes(station, list.selection.clear)
  const upload = useInwardUpload(station, filter)
  const check = useCheckFile((file) => upload.open(undefined, file))
  const drop = useFileDrop((file) => check.open(file))
  const [search, setSearch] = useSearchParams()
  const trace = ({ sscc }: AwaitingRow) => {
    const words = new URLSearchParams(search)
    words.set('trace', sscc)
    setSearch(words)
  }
  const more = [{ label: t('Workbook to take boxes in by (Excel)'), run: upload.getTemplate }]
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes on their way')}
        columns={awaitingColumns}
        onOpen={trace}
        file={{ call: contract.frame.exportAwaitingBoxes, ids: 'box_ids', more }}
        filters={useFilters()}
        tools={
          <>
            {station.control}
            <Button size="small" text={t('Check a file…')} onClick={() => check.open()} />
            <Button
              size="small"
              text={t('Inward by file')}
              disabled={station.isMissing}
              onClick={() => upload.open()}
            />
          </>
        }
        bulk={
          <Button
            size="small"
            intent="primary"
            text={plural(chosen.length, 'Inward 1 box', 'Inward {{n}} boxes')}
            loading={inward.isRunning}
            disabled={chosen.length === 0 || station.isMissing}
            onClick={() => inward.ask({ rows: chosen })}
          />
        }
        empty={{
          title: t('No box is on its way'),
          hint: t('Boxes come here when their vendor marks the shipment packed and shipped.'),
        }}
      />
      {inward.dialog}
      {upload.dialog}
      {check.dialog}
      {drop}
    </>
  )
}

function useFilters() {
  const { t } = useTranslation()
  const named = useNamed()
  const suppliers = useSupplierChoices()
  const { arrivals, sites } = useArrivals()
  const carriers = [...new Set(arrivals.map(({ carrier }) => carrier ?? noCarrier))].toSorted()
  return [
    searchFilter<P>('q', t('SSCC, tracking ID, box, shipment, SKU')),
    choiceFilter<P>('supplier', t('Supplier'), suppliers),
    choiceFilter<P>(
      'carrier',
      t('Carrier'),
      carriers.map((value) => ({ value, label: value === noCarrier ? t('No carrier') : value })),
    ),
    datesFilter<P>('from', 'to', t('Shipped on')),
    ...(sites.length > 1
      ? [
          choiceFilter<P>(
            'site',
            t('Site'),
            sites.map(({ site, site_name, site_name_zh }) => ({ value: site, label: named(site_name, site_name_zh) })),
          ),
        ]
      : []),
  ]
}
