import '../qc/qc.css'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../kit/Drawer.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import type { AfterCommand, BoxDetails } from '../qc/box/box-data.ts'
import { useBoxData } from '../qc/box/use-box-data.ts'
import { Counter } from '../qc/count/CountView.tsx'
import { useCountDraft } from '../qc/count/count-draft.ts'
import { AtDesk } from '../qc/desk.ts'
import { indiaDesk } from '../qc-india/india-desk.tsx'

interface CountAtReceiptProps {
  /** What was scanned. */
  code: string
  onClose: () => void
  onCounted: () => void
}

/** Counts a box that was received a moment ago and whose pieces differ from what was sent, by SKU and without leaving the scan station. */
export function CountAtReceipt(props: CountAtReceiptProps) {
  return (
    <AtDesk value={indiaDesk}>
      <LoadedCount {...props} />
    </AtDesk>
  )
}

function LoadedCount({ code, ...rest }: CountAtReceiptProps) {
  const { details, take } = useBoxData(code)
  return (
    <LoadedDrawer answer={details} onClose={rest.onClose} title={code} width={1080}>
      {(data) => <ReceivedCount details={data} take={take} {...rest} />}
    </LoadedDrawer>
  )
}

interface ReceivedCountProps extends Omit<CountAtReceiptProps, 'code'> {
  details: BoxDetails
  take: (after: AfterCommand) => void
}

function ReceivedCount({ details, take, onClose, onCounted }: ReceivedCountProps) {
  const { t } = useTranslation()
  const whole = useMemo(() => ({ ...details, lines: details.lines.map(asUncounted) }), [details])
  const counting = useCountDraft(whole, take)
  const { box_no, shipment_id, allowed_actions: can } = details.box
  // The receipt counted what was declared: as soon as somebody counts otherwise that holds no longer, and the box waits for this count,
  // also where it is left half done.
  const isToMark = counting.isTyped && can.includes('recount')
  const wasMarked = useRef(false)
  useEffect(() => {
    if (!isToMark || wasMarked.current) return
    wasMarked.current = true
    void counting.recount()
  }, [isToMark, counting])
  const leave = async () => {
    if (isToMark) await counting.recount()
    if (counting.isTyped || can.includes('count')) {
      const text = t('The count of box {{box_no}} is not finished: the box waits for it.', { box_no })
      showToast({ tone: 'error', text })
    }
    onCounted()
    onClose()
  }
  return (
    <Drawer
      isOpen
      of={details.box}
      onClose={() => void leave()}
      width={1080}
      title={t('Count of box {{box_no}}', { box_no })}
      beside={shipment_id}
    >
      {can.includes('count') || can.includes('recount') ? (
        <Counter
          details={whole}
          counting={counting}
          onCounted={() => {
            showToast({ tone: 'success', text: t('Count saved.') })
            onCounted()
            onClose()
          }}
        />
      ) : (
        <EmptyState title={t('This box is being inspected')} text={t('What differs now is found by the inspection.')} />
      )}
    </Drawer>
  )
}

/** With the receipt the company counts what was declared: a count begins with that again. */
export function asUncounted(line: BoxDetails['lines'][number]): BoxDetails['lines'][number] {
  return { ...line, quantities: { ...line.quantities, uncounted: line.quantities.declared } }
}
