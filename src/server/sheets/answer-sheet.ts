import {
  type CellValue,
  column,
  type Fault,
  type Made,
  type Sheet,
  type SheetTemplate,
  sheetMessages,
  sheet as sheetOf,
} from '../../shared/kernel/sheet.ts'
import type { CallContext, FileReply } from '../http/call.ts'
import { placeOf, type ReadRows, type SheetRow } from './read-rows.ts'
import { withUploadedFile } from './refused-files.ts'
import { describeFault } from './say-faults.ts'
import {
  type CheckedRows,
  checkSheet,
  readKnownSheet,
  type SheetInput,
  type SheetSteps,
  type Taking,
} from './take-sheet.ts'
import type { WorkbookRow } from './write-workbook.ts'

/** What became of a good row, with what the answer tells of it beside that. */
export interface AnsweredRow {
  row: Pick<SheetRow, 'sheet' | 'row'>
  isChanged: boolean
  cells?: Readonly<Record<string, CellValue>>
}

interface AnswerSteps<Input, Values, Held, Checked extends CheckedRows>
  extends Omit<SheetSteps<Input, Values, Held, Checked, object>, 'words' | 'save'> {
  /** Columns that only the answer has, filled by `cells`. */
  adds?: Readonly<Record<string, Made<unknown>>>
  save(taking: Taking<Input, Values, Held>, checked: Checked): Promise<readonly AnsweredRow[]>
}

/** A result kept with its Idempotency-Key: the same request again is answered with the same file, and nothing is done. */
interface Outcome {
  answered: { place: string; isChanged: boolean; cells: Readonly<Record<string, CellValue>> }[]
  faults: Fault[]
  /** Rows whose faults are only counted. */
  untold: string[]
}

/**
 * The handler of an upload whose reply is a workbook: the sheet back row by row, each with what became of it. It is taken as by
 * `takeSheet`; with mode `all` a fault refuses the file, with `good_rows` the answer says what is wrong with the rows left out.
 */
export function answerSheet<Input extends SheetInput, Values, Checked extends CheckedRows, Held = undefined>(
  sheet: Sheet<Values>,
  steps: AnswerSteps<Input, Values, Held, Checked>,
) {
  const template = answerTemplate(sheet, steps.adds)
  return (input: Input, context: CallContext): Promise<FileReply> =>
    withUploadedFile(context, input.file, async () => {
      await steps.before?.(input, context)
      const read = await readKnownSheet(input.file, sheet, steps, context)
      const outcome = await context.command(async (tx): Promise<Outcome> => {
        const { taking, checked } = await checkSheet(sheet, steps, { read, tx, context: context, input })
        const saved = await steps.save(taking, checked)
        const answered = saved.map(({ row, isChanged, cells = {} }) => ({ place: placeOf(row), isChanged, cells }))
        return { answered, faults: taking.faults.named, untold: [...taking.faults.untold()] }
      })
      // Loaded when needed: the library for workbooks would hold up every start.
      const { writeWorkbook } = await import('./write-workbook.ts')
      return { body: writeWorkbook(template, answerRows(read, outcome)) }
    })
}

const results = {
  taken: { en: 'Taken', zh: '已导入' },
  unchanged: { en: 'Unchanged', zh: '未变' },
  refused: { en: 'Refused', zh: '未导入' },
}

function answerTemplate({ name, columns }: SheetTemplate, adds: AnswerSteps<never, never, never, never>['adds']) {
  const own = sheetOf({
    name,
    noRows: '',
    columns: {
      result: column.choice(results, 'Result', '结果', {}),
      problem: column.text('Problem', '问题', { width: 60 }),
      ...adds,
    },
  })
  return { ...own, columns: [...columns, ...own.columns] }
}

function answerRows({ rows, sheet, headerRow }: ReadRows, { answered, faults, untold = [] }: Outcome): WorkbookRow[] {
  const isUntold = new Set(untold)
  const byPlace = new Map(answered.map((each) => [each.place, each]))
  const faultsAt = Map.groupBy(faults, placeOf)
  // What no single row is to blame for stands above them.
  const ofAll = faultsAt.get(placeOf({ sheet, row: headerRow })) ?? []
  return [
    ...ofAll.map((fault) => ({ result: 'refused', problem: describeFault(fault) })),
    ...rows.map((row): WorkbookRow => {
      const found = faultsAt.get(placeOf(row)) ?? []
      const answer = byPlace.get(placeOf(row))
      const isRefused = found.length > 0 || isUntold.has(placeOf(row))
      const result = answer ? (answer.isChanged ? 'taken' : 'unchanged') : isRefused ? 'refused' : 'unchanged'
      const problem = found.length === 0 && isRefused ? sheetMessages.untold : found.map(describeFault).join('\n')
      return {
        ...asWritten(row, found),
        result,
        problem: problem || null,
        ...answer?.cells,
      }
    }),
  ]
}

/** The row's values; of a cell that could not be read, what stood in it. */
function asWritten(row: SheetRow, faults: readonly Fault[]): WorkbookRow {
  const misread = new Map(faults.filter(({ cell }) => cell !== '').map(({ cell, value }) => [cell, value]))
  return Object.fromEntries(
    Object.entries(row.values).map(([key, value]) => [key, value ?? misread.get(row.cells[key] ?? '') ?? null]),
  )
}
