import './records.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { kindNamed } from '../../../shared/areas/data/kinds.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { ImportsDrawer } from './ImportsDrawer.tsx'
import { AllKinds, KindPanel } from './kinds.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { NewRecordDrawer } from './RecordEditor.tsx'
import { RecordTable } from './RecordTable.tsx'
import { type Chosen, kindParams, recordsAddress, recordsParams } from './records-params.ts'

/** What the company works with, kind by kind: sites, vendors, styles, sales. Brought in by file or made by hand. */
export function RecordsScreen() {
  const { kind } = useListState(kindParams).state
  return <KindScreen key={kind} chosen={kind} />
}

function KindScreen({ chosen }: { chosen: Chosen }) {
  const { t } = useLocale()
  const address = useListState(recordsParams)
  const navigate = useNavigate()
  const kinds = useAnswer('data.getKinds', {})
  const [isMaking, setMaking] = useState(false)
  const bring = useDialog(ImportDialog, { kind: chosen, onShow: (imports: string) => address.set({ imports }, 'push') })
  const drop = useFileDrop((file) => bring.open({ file }))
  const { record, imports, do: wanted } = address.state
  useEffect(() => {
    if (wanted === '') return
    address.set({ do: '' })
    if (wanted === 'new') setMaking(true)
    else bring.open({ file: undefined })
  }, [wanted, address.set, bring.open])
  const kind = chosen === 'all' ? null : kindNamed(chosen)
  return (
    <Page
      title={t('Records')}
      tools={
        <>
          <Button variant="minimal" text={t('Imports')} onClick={() => address.set({ imports: 'all' }, 'push')} />
          {kind ? null : (
            <>
              <span
                title={t(
                  'Everything, for another installation: the stock that lies there now, and of orders what is still to come. Not to be brought in here again.',
                )}
              >
                <DownloadButton
                  call={contract.data.exportData}
                  input={{ kind: 'all', tab: 'all', is_moving: true }}
                  text={t('Export for a move')}
                  variant="minimal"
                />
              </span>
              <DownloadButton
                call={contract.data.exportData}
                input={{ kind: 'all', tab: 'all' }}
                text={t('Export all')}
                hasIcon
              />
            </>
          )}
          <Button text={t('Import…')} onClick={() => bring.open({ file: undefined })} />
          {kind ? (
            <Button intent="primary" icon={<Plus />} text={t('New record')} onClick={() => setMaking(true)} />
          ) : null}
        </>
      }
    >
      <div className="records-split">
        <KindPanel chosen={chosen} kinds={kinds.data?.kinds} />
        {kind ? (
          <RecordTable
            kind={kind}
            address={address}
            onNew={() => setMaking(true)}
            onImport={() => bring.open({ file: undefined })}
          />
        ) : (
          <Loaded answer={kinds}>{(data) => <AllKinds kinds={data.kinds} />}</Loaded>
        )}
      </div>
      {kind && record !== '' ? (
        <RecordDrawer key={record} kind={kind} id={record} onClose={() => address.set({ record: '' })} />
      ) : null}
      {kind && isMaking && kinds.data ? (
        <NewRecordDrawer
          kind={kind}
          currency={kinds.data.currency}
          onClose={() => setMaking(false)}
          onMade={(id) => {
            setMaking(false)
            void navigate(recordsAddress(kind.kind, { record: id }))
          }}
        />
      ) : null}
      {imports === '' ? null : (
        <ImportsDrawer
          shown={imports}
          onShow={(id) => address.set({ imports: id }, 'push')}
          onClose={() => address.set({ imports: '' })}
        />
      )}
      {bring.dialog}
      {drop}
    </Page>
  )
}
