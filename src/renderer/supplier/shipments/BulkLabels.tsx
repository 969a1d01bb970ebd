import { Button } from '@blueprintjs/core'
import { Download, Print } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { saveAnswer } from '../../actions/downloads.ts'
import { useFile } from '../../actions/files.tsx'
import { problemOf, useSay } from '../../actions/say.ts'
import { ChooseFile, isAccepted, wrongKind } from '../../actions/upload/ChooseFile.tsx'
import { FaultTable } from '../../actions/upload/FaultTable.tsx'
import { SendingFile } from '../../actions/upload/UploadDialog.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api, fileCall, newKey } from '../../api/client.ts'
import type { Progress } from '../../api/send.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { type PrintDialogHandle, usePrintDialog } from '../../print/PrintDialog.tsx'
import { useLocale } from '../../table/words.ts'

type Looked = CallData<'shipments.lookAtBulkLabels'>

type Way =
  | { at: 'choosing'; problem: string | null }
  | { at: 'sending'; file: File; progress: Progress | null }
  | { at: 'looked'; file: File; looked: Looked }

const accept = ['.xlsx', '.csv'] as const

/** `const labels = useBulkLabels(supplier); … labels.open() … {labels.dialog}`: a sheet, what it would print, then the printer or the file. */
export function useBulkLabels(supplierId: string): { open: () => void; dialog: ReactNode } {
  const print = usePrintDialog()
  // The print dialog outlives the one that it follows.
  const look = useDialog(BulkLabelsDialog, { onPrint: print.open, supplierId })
  return {
    open: () => look.open(),
    dialog: (
      <>
        {look.dialog}
        {print.dialog}
      </>
    ),
  }
}

interface BulkLabelsDialogProps extends DialogTurn {
  supplierId: string
  onPrint: PrintDialogHandle['open']
}

function BulkLabelsDialog({ supplierId, onPrint, ...turn }: BulkLabelsDialogProps) {
  const { t } = useLocale()
  const say = useSay()
  const { get } = useFile()
  const [way, setWay] = useState<Way>({ at: 'choosing', problem: null })
  const look = async (file: File) => {
    if (!isAccepted(file.name, accept)) return setWay({ at: 'choosing', problem: wrongKind(file.name, accept) })
    setWay({ at: 'sending', file, progress: null })
    try {
      const onProgress = (progress: Progress) => setWay({ at: 'sending', file, progress })
      const { data } = await api.shipments.lookAtBulkLabels({ file }, { onProgress })
      setWay({ at: 'looked', file, looked: data })
    } catch (failure) {
      setWay({ at: 'choosing', problem: say.problem(problemOf(failure)) })
    }
  }
  const template = () => get(contract.shipments.sampleBulkLabels, supplierId ? { supplier_id: supplierId } : {})
  const ssccs = way.at === 'looked' ? way.looked.ssccs : []
  const hasFaults = way.at === 'looked' && way.looked.faults > 0
  const save = useAction(
    (file: File, { key: once = newKey() }) =>
      saveAnswer(
        contract.shipments.getBulkShippingLabels,
        { file, mode: hasFaults ? 'good_rows' : 'all', print_as: 'pdf' },
        { name: 'shipping_labels.pdf', key: once, t },
      ),
    { refresh: [], done: () => null },
  )
  const print = () => {
    const call = fileCall(contract.shipments.shippingLabelsOfBoxes, { ssccs })
    void onPrint({
      kind: 'shipping',
      call,
      title: t('Shipping labels: {{n}}', { n: ssccs.length }),
      count: ssccs.length,
    })
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Shipping labels by a sheet')} width={820}>
      <DialogParts
        onCancel={turn.onClose}
        {...(way.at === 'looked' && {
          step: {
            text: hasFaults ? t('Print the good rows…') : t('Preview and print…'),
            icon: <Print />,
            run: print,
            isOff: ssccs.length === 0,
          },
          more: (
            <>
              <Button text={t('Choose another file')} onClick={() => setWay({ at: 'choosing', problem: null })} />
              <Button
                icon={<Download />}
                text={t('Download')}
                disabled={ssccs.length === 0}
                loading={save.isRunning}
                onClick={() => void save.run(way.file)}
              />
            </>
          ),
        })}
      >
        {way.at === 'choosing' ? (
          <>
            <ChooseFile
              options={{ accept, template: { label: t('Download the sheet to fill in'), download: template } }}
              context={undefined}
              problem={way.problem}
              onFile={(file) => void look(file)}
            />
            <p className="muted">{t('A shipment alone means all of its boxes. Nothing is printed by looking.')}</p>
          </>
        ) : null}
        {way.at === 'sending' ? <SendingFile name={way.file.name} progress={way.progress} /> : null}
        {way.at === 'looked' ? <LookedRows name={way.file.name} looked={way.looked} /> : null}
      </DialogParts>
    </Modal>
  )
}

const MOST = 500

const fields: readonly ShownField<Looked['rows'][number]>[] = [
  { id: 'row', header: key('Row'), of: ({ row }, { number }) => number(row) },
  { id: 'shipment', header: key('Shipment'), kind: 'code', of: ({ shipment_id }) => shipment_id },
  { id: 'labels', header: key('Labels'), kind: 'count', of: ({ labels }) => labels },
]

/** What would be printed row by row; what cannot, and why, stands above. */
function LookedRows({ name, looked: { rows, shipments, ssccs, faults } }: { name: string; looked: Looked }) {
  const { t, number } = useLocale()
  const good = rows.filter(({ fault }) => fault === null)
  const wrong = rows.flatMap(({ fault }) => fault ?? [])
  return (
    <>
      <p role="status">
        <strong>{name}</strong>{' '}
        {t('Shipments: {{shipments}} · Labels: {{labels}} · Rows with faults: {{faults}}', {
          shipments: number(shipments),
          labels: number(ssccs.length),
          faults: number(faults),
        })}
      </p>
      {wrong.length > 0 ? <FaultTable faults={wrong} count={faults} /> : null}
      <FieldTable
        label={t('Labels of the file')}
        fields={fields}
        rows={good.slice(0, MOST)}
        rowKey={({ row }) => `${row}`}
      />
      {good.length > MOST ? <p className="muted">{t('and {{n}} more', { n: number(good.length - MOST) })}</p> : null}
    </>
  )
}
