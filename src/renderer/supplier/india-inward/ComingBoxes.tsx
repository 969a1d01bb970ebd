import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { indiaAwaitingBoxes } from '../../../shared/areas/india-receiving/lists.ts'
import type { AwaitingBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useCheckFile } from '../receiving/CheckFile.tsx'
import { useInwardBoxes, useInwardUpload } from '../receiving/commands.tsx'
import { useConsignments } from '../receiving/consignments.ts'
import { useStation } from '../receiving/scan/use-door.tsx'
import { awaitingWords, type IndiaParams } from './india-params.ts'

const columns = tableColumns<AwaitingBoxRow>(indiaAwaitingBoxes.fields, {})

/** Boxes on their way to India; received here where a label cannot be scanned, or by a file. */
export function ComingBoxes({ address }: { address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const { plural, name } = useLocale()
  const list = useList(indiaAwaitingBoxes, address, {
    call: 'indiaReceiving.getAwaitingInwardBoxes',
    words: awaitingWords,
  })
  const station = useStation()
  const receive = useInwardBoxes(station, list.selection.clear)
  const upload = useInwardUpload(station, list.filter)
  const check = useCheckFile((file) => upload.open(undefined, file), station.code)
  const drop = useFileDrop((file) => check.open(file))
  const suppliers = useSupplierChoices()
  const { sites } = useConsignments()
  const [search, setSearch] = useSearchParams()
  const trace = ({ sscc }: AwaitingBoxRow) => {
    const words = new URLSearchParams(search)
    words.set('trace', sscc)
    setSearch(words)
  }
  const { chosen } = list
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes on the way')}
        columns={columns}
        onOpen={trace}
        file={{
          call: contract.frame.exportIndiaAwaitingBoxes,
          ids: 'box_ids',
          more: [{ label: t('Workbook to receive boxes by (Excel)'), run: upload.getTemplate }],
        }}
        filters={[
          searchFilter<IndiaParams>('q', t('SSCC, tracking ID, box, export order, SKU')),
          choiceFilter<IndiaParams>('supplier', t('Supplier'), suppliers),
          ...(sites.length > 1
            ? [
                choiceFilter<IndiaParams>(
                  'site',
                  t('Site'),
                  sites.map(({ site, site_name, site_name_zh }) => ({
                    value: site,
                    label: name(site_name, site_name_zh),
                  })),
                ),
              ]
            : []),
        ]}
        tools={
          <>
            {station.control}
            <Button size="small" text={t('Check a file…')} onClick={() => check.open()} />
            <Button
              size="small"
              text={t('Receive by file')}
              disabled={station.isMissing}
              onClick={() => upload.open()}
            />
          </>
        }
        bulk={
          <Button
            size="small"
            intent="primary"
            text={plural(chosen.length, 'Receive 1 box', 'Receive {{n}} boxes')}
            loading={receive.isRunning}
            disabled={chosen.length === 0 || station.isMissing}
            onClick={() => receive.ask({ rows: chosen })}
          />
        }
        empty={{
          title: t('No box is on its way'),
          hint: t('Boxes come here when China ships their export order, or when a vendor ships to India directly.'),
        }}
      />
      {receive.dialog}
      {upload.dialog}
      {check.dialog}
      {drop}
    </>
  )
}
