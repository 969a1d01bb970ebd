import '../supplier.css'
import './invoices.css'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { Callout } from '../../kit/Callout.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { useWords } from '../../table/words.ts'
import { boxesAndPieces } from '../amounts.ts'
import { LeftOutList } from '../LeftOutList.tsx'
import { TextField } from '../TextField.tsx'
import { useRight } from '../use-right.ts'
import { ShipInvoices } from './ShipInvoices.tsx'
import { commonTo, type ShipSummary, type ShipWish, shipInput } from './ship-plan.ts'

interface ShipDialogProps {
  wish: ShipWish
  isOpen: boolean
  onClose: () => void
  onShipped: () => void
}

/** Ship to India: first what goes and what is left out and why, then the carrier, then it goes, exactly as shown. */
export function ShipDialog({ wish, isOpen, onClose, onShipped }: ShipDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Ship to India')}
      className="inv-ship"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <ShipBody wish={wish} onClose={onClose} onShipped={onShipped} />
    </Dialog>
  )
}

function ShipBody({ wish, onClose, onShipped }: Omit<ShipDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const say = useSay()
  const refresh = useRefresh()
  const { data, isError, isFetching, error, reload } = useAnswer('chinaQc.shipToIndiaSummary', wish)
  if (isError) return <DialogBody>{<FailedState text={say.problem(error)} onRetry={() => void reload()} />}</DialogBody>
  if (!data) {
    return (
      <DialogBody>
        <LoadingRows rows={5} />
      </DialogBody>
    )
  }
  const leftOut = <LeftOutList leftOut={data.left_out} />
  if (data.invoices.length === 0) {
    return (
      <>
        <DialogBody>
          <EmptyState title={t('Nothing can go now')} text={t('Only invoices with an export order go to India.')} />
          {leftOut}
        </DialogBody>
        <DialogFooter actions={<Button text={t('Close')} onClick={onClose} />} />
      </>
    )
  }
  return (
    <ShipForm
      summary={data}
      leftOut={leftOut}
      isFetching={isFetching}
      onClose={onClose}
      onStale={() => void refresh()}
      onShipped={() => {
        onShipped()
        onClose()
      }}
    />
  )
}

interface ShipFormProps {
  summary: ShipSummary
  leftOut: ReactNode
  isFetching: boolean
  onClose: () => void
  /** Something changed in between: the summary, and the list behind it, are read anew. */
  onStale: () => void
  onShipped: () => void
}

function ShipForm({ summary, leftOut, isFetching, onClose, onStale, onShipped }: ShipFormProps) {
  const words = useWords()
  const { t } = words
  const mayShip = useRight('chinaQcLead')
  const [carrier, setCarrier] = useState<string | null>(null)
  const [document, setDocument] = useState<string | null>(null)
  const [isChanged, setChanged] = useState(false)
  const ship = useAction(
    (_: undefined, options) =>
      api.chinaQc.confirmShipToIndia({ action: 'ship', ...shipInput(summary, { carrier, document }) }, options),
    {
      what: t('Ship to India'),
      done: ({ data }) => t('Shipped to India: {{what}}', { what: boxesAndPieces(words, data) }),
      failed: ({ status }) => {
        if (status !== 409) return false
        setChanged(true)
        onStale()
        // The new summary says it better; the reason is said as well.
        return false
      },
    },
  )
  const confirm = async () => {
    if ((await ship.run(undefined)) !== undefined) onShipped()
  }
  return (
    <>
      <DialogBody className="inv-ship-body">
        {isChanged ? (
          <Callout tone="warn">{t('Something changed in between. This is what would go now.')}</Callout>
        ) : null}
        <ShipInvoices summary={summary} />
        {leftOut}
        {mayShip ? (
          <div className="inv-ship-fields">
            <TextField
              label={t('Carrier')}
              hint={t('Left as it is where nothing is typed')}
              maxLength={80}
              value={carrier ?? commonTo(summary.invoices, 'carrier')}
              onChange={setCarrier}
            />
            <TextField
              label={t('Air waybill or bill of lading')}
              hint={t('Left as it is where nothing is typed')}
              maxLength={60}
              value={document ?? commonTo(summary.invoices, 'transport_document')}
              onChange={setDocument}
            />
          </div>
        ) : (
          <Callout>{t('Your role sees what would go; shipping is confirmed by a lead.')}</Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={mayShip ? t('Cancel') : t('Close')} onClick={onClose} />
            {mayShip ? (
              <Button
                intent="primary"
                text={words.plural(summary.boxes, 'Ship 1 box to India', 'Ship {{n}} boxes to India')}
                disabled={isFetching}
                loading={ship.isRunning}
                onClick={() => void confirm()}
              />
            ) : null}
          </>
        }
      />
    </>
  )
}
