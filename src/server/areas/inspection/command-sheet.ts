import { type BenchCommand, benchCommands, benchCommandWords } from '../../../shared/areas/inspection/bench.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { Handlers } from '../../http/call.ts'

/** The commands of a QC bench as codes on one A4 page, in both languages. */
export const benchCommandSheet: Handlers<Contract['inspection']>['benchCommandSheet'] = async (_, context) => {
  // Loaded when needed: the libraries for labels would hold up every start.
  const { commandSheetFile } = await import('../../documents/command-sheet.ts')
  const commands = (Object.keys(benchCommands) as BenchCommand[]).map((command) => {
    const [title, titleZh] = benchCommandWords[command]
    return { code: benchCommands[command], title, titleZh }
  })
  await recordDownload(context, 'qc_commands.pdf', {})
  return { body: commandSheetFile('Commands of the QC bench 质检台命令', commands, context.resources) }
}
