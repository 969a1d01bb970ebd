import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { startsLikeFormula } from '../../../shared/kernel/codes.ts'
import type { FaultBody } from '../../../shared/kernel/errors.ts'
import type { WordValues } from '../../../shared/kernel/words.ts'
import { ScrollPart } from '../../kit/Page.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { useLocale } from '../../table/words.ts'
import { useSay } from '../say.ts'

const rowHeight = 30

/** Every fault of a refused file: where, what stood there, why, and what would be right. Only the rows in view are drawn. */
export function FaultTable({ faults, count }: { faults: readonly FaultBody[]; count: number }) {
  const { t, plural } = useLocale()
  const say = useSay()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: faults.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? rowHeight * 3 : rowHeight),
    overscan: 12,
  })
  // Of a workbook of several sheets a cell alone says too little.
  const isOfSheets = new Set(faults.map(({ sheet }) => sheet)).size > 1
  const heads = [t('Cell'), t('Column'), t('Value'), t('Reason'), t('Expected')]
  const copy = async () => {
    await navigator.clipboard.writeText(faultsAsText(faults, [t('Sheet'), t('Row'), ...heads], say.message))
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <>
      <div className="faults-head">
        <strong>{plural(count, '1 fault found', '{{n}} faults found')}</strong>
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
      <ScrollPart className="faults" ref={scroller} label={t('Faults')}>
        <table data-sheets={isOfSheets}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer height={rows.getVirtualItems()[0]?.start ?? 0} />
            {rows.getVirtualItems().map(({ index }) => (
              <FaultRow key={index} {...{ index, isOfSheets }} fault={faults[index]} measured={rows.measureElement} />
            ))}
            <Spacer height={rows.getTotalSize() - (rows.getVirtualItems().at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </ScrollPart>
    </>
  )
}

/** Stands in for the rows out of view. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}

interface FaultRowProps {
  fault: FaultBody | undefined
  isOfSheets: boolean
  index: number
  /** Its words may take several lines. */
  measured: (row: HTMLTableRowElement | null) => void
}

function FaultRow({ fault, isOfSheets, index, measured }: FaultRowProps) {
  const say = useSay()
  if (!fault) return null
  const { sheet, row, cell, column, value, message, expected = '', values } = fault
  const cells = [
    isOfSheets ? `${sheet} ${cell || row}` : cell || `${sheet} ${row}`,
    column,
    value === '' ? '–' : value,
    say.message(message, values),
    expected && say.message(expected, values),
  ]
  return (
    <tr ref={measured} data-index={index}>
      {cells.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
        <td key={place} title={place === 0 ? `${sheet} ${cell}` : text}>
          {place === 2 ? <Uncut text={text} /> : text}
        </td>
      ))}
    </tr>
  )
}

/** Codes of one house differ in their last digits: what there is no room for is left out before these. */
function Uncut({ text }: { text: string }) {
  if (text.length <= tailLength) return text
  return (
    <span className="faults-value">
      <span>{text.slice(0, -tailLength)}</span>
      <span>{text.slice(-tailLength)}</span>
    </span>
  )
}

const tailLength = 8

/** The faults as tab-separated text, ready for a spreadsheet or a chat. A value can hold no tab or line end of its own. */
export function faultsAsText(
  faults: readonly FaultBody[],
  heads: readonly string[],
  say: (text: string, values?: WordValues) => string,
): string {
  const lines = faults.map(({ sheet, row, cell, column, value, message, expected, values }) =>
    [sheet, String(row), cell, column, value, say(message, values), expected ? say(expected, values) : '']
      .map(oneCell)
      .join('\t'),
  )
  return [heads.join('\t'), ...lines].join('\n')
}

function oneCell(text: string): string {
  const plain = text.replace(/[\t\r\n]+/g, ' ')
  // A spreadsheet would run it as a formula.
  return startsLikeFormula(plain) ? `'${plain}` : plain
}
