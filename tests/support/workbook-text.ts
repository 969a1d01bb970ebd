import exceljs from 'exceljs'

/** Every cell of a workbook as text, the cells of a row apart by tabs. */
export async function textOfWorkbook(bytes: Buffer): Promise<string> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(bytes as never)
  const lines: string[] = []
  for (const sheet of book.worksheets) {
    sheet.eachRow((row) => lines.push((row.values as unknown[]).map((value) => String(value ?? '')).join('\t')))
  }
  return lines.join('\n')
}
