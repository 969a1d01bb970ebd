import { directRows, jobWords } from '../../../shared/areas/frame/jobs.ts'
import { listExports } from '../../../shared/areas/frame/list-exports.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { FileType, Taken } from '../../../shared/kernel/call.ts'
import type { Role } from '../../../shared/kernel/roles.ts'
import type { CallContext, FileReply, Handlers } from '../../http/call.ts'
import { forbidden } from '../../http/errors.ts'
import { validate } from '../../http/read-input.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { readJob } from '../../jobs/own-jobs.ts'
import { startJob } from '../../jobs/start-job.ts'
import { exportRoutes } from './routes.ts'

type ExportName = keyof typeof listExports

interface Asked {
  call: ExportName
  /** As the export's own call takes it, already checked. */
  input: { format: 'csv' | 'xlsx' }
}

/** A long export, made by the very handler that answers its call. */
export const exportJob = defineJob<Asked>({
  kind: 'list-export',
  ifBroken: 'again',
  title: (asked) => ({ text: jobWords.export, values: { name: nameOf(asked) } }),
  async run(job) {
    const { body } = await makeExport(job.input, job.context)
    return job.file(nameOf(job.input), typeOf(job.input), body)
  },
})

function nameOf({ call, input }: Asked): string {
  const { name } = listExports[call].gives
  return typeof name === 'string' ? name : name(input)
}

function typeOf({ call, input }: Asked): FileType {
  const { type } = listExports[call].gives
  return typeof type === 'string' ? type : type(input)
}

function makeExport({ call, input }: Asked, context: CallContext): Promise<FileReply> {
  const make = exportRoutes[call] as unknown as (input: unknown, context: CallContext) => Promise<FileReply>
  return make(input, context)
}

/**
 * Starts a long export as a job; a short one is left to its call, since a file that is there at once needs none. Throws as the
 * export's own call does.
 */
export const exportJobRoutes: Handlers<Pick<Contract['frame'], 'startExport'>> = {
  async startExport({ call, input, always }: Taken<Contract['frame']['startExport']>, context: CallContext) {
    const { takes } = listExports[call]
    const callers: readonly Role[] = listExports[call].callers
    if (!callers.includes(context.caller.role) || context.caller.mustChangePassword) throw forbidden()
    const asked: Asked = { call, input: validate(takes, input) }
    if (!always && (await countRows(asked, context)) <= directRows) return { data: { job: null }, message: 'Success' }
    return context.command(async (tx) => {
      const id = await startJob(tx, context, exportJob, asked)
      return { data: { job: await readJob(tx, context.caller, id) }, message: 'Success' }
    })
  },
}

/** How long the file would be: it is asked for, not recorded, and left unread; as CSV, of which nothing is made before it is read. */
async function countRows(asked: Asked, context: CallContext): Promise<number> {
  let rows = 0
  const counting: CallContext = {
    ...context,
    command: async <T>() => undefined as T,
    progress: (_, total) => {
      rows = total
    },
  }
  await makeExport({ ...asked, input: { ...asked.input, format: 'csv' } }, counting)
  return rows
}
