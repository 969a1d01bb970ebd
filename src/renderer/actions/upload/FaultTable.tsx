import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaultBody } from '../../../shared/contract/errors.ts'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../kit/toasts.ts'
import { useSay } from '../say.ts'
import { faultsAsText } from './faults-text.ts'

const rowHeight = 30

/** Every fault of a refused file: where, what stood there, why, and what would be right. Only the rows in view are drawn. */
export function FaultTable({ faults, count }: { faults: readonly FaultBody[]; count: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const say = useSay()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: faults.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const heads = [t('Cell'), t('Column'), t('Value'), t('Reason'), t('Expected')]
  const copy = async () => {
    await navigator.clipboard.writeText(faultsAsText(faults, [t('Sheet'), t('Row'), ...heads], say.message))
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <>
      <div className="faults-head">
        <strong>{t('{{count}} faults found', { count, number: formats.number(count) })}</strong>
        {count > faults.length ? (
          <span className="muted">{t('The first {{count}} are shown', { count: faults.length })}</span>
        ) : null}
        <Button
          size="small"
          variant="minimal"
          icon={<Duplicate size={14} />}
          text={t('Copy all')}
          onClick={() => void copy()}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <div
        className="faults"
        ref={scroller}
        tabIndex={0}
        role="table"
        aria-label={t('Faults')}
        aria-rowcount={faults.length}
      >
        <div className="fault fault-heads" role="row">
          {heads.map((head) => (
            <span key={head} role="columnheader">
              {head}
            </span>
          ))}
        </div>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <FaultRow key={index} fault={faults[index]} top={start} />
          ))}
        </div>
      </div>
    </>
  )
}

function FaultRow({ fault, top }: { fault: FaultBody | undefined; top: number }) {
  const say = useSay()
  if (!fault) return null
  const reason = say.message(fault.message)
  const expected = fault.expected ? say.message(fault.expected) : ''
  return (
    <div className="fault" role="row" style={{ transform: `translateY(${top}px)` }}>
      <span role="cell" className="code" title={fault.sheet}>
        {fault.cell || `${fault.sheet} ${fault.row}`}
      </span>
      <span role="cell" title={fault.column}>
        {fault.column}
      </span>
      <span role="cell" className="code" title={fault.value}>
        {fault.value === '' ? '–' : fault.value}
      </span>
      <span role="cell" title={reason}>
        {reason}
      </span>
      <span role="cell" title={expected}>
        {expected}
      </span>
    </div>
  )
}
