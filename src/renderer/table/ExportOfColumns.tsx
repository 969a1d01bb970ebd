import { useMemo } from 'react'
import { useRight } from '../session/use-right.ts'
import { useColumnLayout } from './column-layout.ts'
import { type Column, withoutPrices } from './columns.tsx'
import { ExportMenu, type ListExport } from './ExportMenu.tsx'
import type { Selection } from './selection.ts'

interface ExportOfColumnsProps<R> {
  /** The table whose kept layout says which columns the file has. */
  tableId: string
  columns: readonly Column<R>[]
  exports: ListExport
  selection?: Selection
}

/** The export of a list that is not looked at as a table just now, with the columns that its table would show. */
export function ExportOfColumns<R>({ tableId, columns, exports, selection }: ExportOfColumnsProps<R>) {
  const seesPrices = useRight('seePrices')
  const shown = useMemo(() => (seesPrices ? columns : withoutPrices(columns)), [seesPrices, columns])
  const layout = useColumnLayout(shown, tableId)
  return <ExportMenu exports={exports} layout={layout} selection={selection} />
}
