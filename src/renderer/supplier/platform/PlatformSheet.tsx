import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readBlock } from '../../kit/quantity-grid/block.ts'
import type { SheetPlace } from '../../kit/sheet-keys.ts'
import { showToast } from '../../kit/toasts.ts'
import { TableSheet } from '../TableSheet.tsx'
import type { PlatformRow, TypeCell } from './platform-columns.tsx'

interface PlatformSheetProps {
  rows: readonly PlatformRow[]
  type: TypeCell
  children: ReactNode
}

const fields = ['ready', 'oos'] as const

/** The two quantity columns as a sheet. */
export function PlatformSheet({ rows, type, children }: PlatformSheetProps) {
  const { t } = useTranslation()
  const paste = (at: SheetPlace, text: string) => {
    let left = 0
    readBlock(text).forEach((cells, down) => {
      cells.forEach((cell, across) => {
        const row = rows[at.row + down]
        const field = fields[at.column + across]
        if (cell === null || field === undefined) return
        if (row === undefined || cell === 'refused') left += 1
        else type(row.item, field, cell)
      })
    })
    if (left > 0) showToast({ tone: 'info', text: t('Pasted cells left out: {{n}}', { n: left }) })
  }
  return (
    <TableSheet rows={rows.length} columns={fields.length} onPaste={paste}>
      {children}
    </TableSheet>
  )
}
