import { directRows, jobWords } from '../../shared/areas/frame/jobs.ts'
import { type Contract, listExports } from '../../shared/areas.ts'
import { namesOf } from '../../shared/kernel/area.ts'
import type { FileType, Taken } from '../../shared/kernel/call.ts'
import type { FileLooks, List } from '../../shared/kernel/list.ts'
import { isAmong } from '../../shared/kernel/rights.ts'
import type { Role } from '../../shared/kernel/roles.ts'
import type { FileRows } from '../http/area.ts'
import type { CallContext, FileReply, Handlers } from '../http/call.ts'
import { forbidden } from '../http/errors.ts'
import { validate } from '../http/read-input.ts'
import { defineJob, type JobKind } from '../jobs/define-job.ts'
import { readJob } from '../jobs/own-jobs.ts'
import { startJob } from '../jobs/start-job.ts'
import { exportList, mostRows } from '../lists/export-list.ts'

type ExportName = keyof typeof listExports

/** The rows of every list, as the areas bring them. */
export type ListRows = Readonly<Record<ExportName, FileRows>>

interface Asked {
  call: ExportName
  /** As the export's own call takes it, already checked. */
  input: FileLooks
}

export interface ListExports {
  routes: Handlers<typeof listExports & Pick<Contract['frame'], 'startExport'>>
  /** A long export, made by the very code that answers its call. */
  job: JobKind<Asked>
}

/** Every list as a file: at once by its own call, or as a job. */
export function exportsOf(lists: ListRows): ListExports {
  const make = async ({ call, input }: Asked, given: CallContext): Promise<FileReply> => {
    const context = { ...given, db: await given.reports() }
    const [list, rows] = [listExports[call].list as List<unknown>, lists[call]]
    const ids = await rows.idsInOrder(input as never, context, mostRows)
    return exportList({ ...list, rowsById: rows.byId }, input, ids, context)
  }
  const job = defineJob<Asked>({
    kind: 'list-export',
    ifBroken: 'again',
    title: (asked) => ({ text: jobWords.export, values: { name: nameOf(asked) } }),
    async run(job) {
      const { body } = await make(job.input, job.context)
      return job.file(nameOf(job.input), typeOf(job.input), body)
    },
  })
  const handlers = namesOf(listExports).map((call) => [
    call,
    (input: FileLooks, context: CallContext) => make({ call, input }, context),
  ])
  return { routes: { ...Object.fromEntries(handlers), startExport: starting(make, job) }, job }
}

function nameOf({ call, input }: Asked): string {
  const { name } = listExports[call].gives
  return typeof name === 'string' ? name : name(input)
}

function typeOf({ call, input }: Asked): FileType {
  const { type } = listExports[call].gives
  return typeof type === 'string' ? type : type(input)
}

type Make = (asked: Asked, context: CallContext) => Promise<FileReply>

/**
 * Starts a long export as a job; a short one is left to its call, since a file that is there at once needs none. Throws as the
 * export's own call does.
 */
function starting(make: Make, job: JobKind<Asked>): Handlers<Contract['frame']>['startExport'] {
  return async ({ call, input, always }: Taken<Contract['frame']['startExport']>, context: CallContext) => {
    const { takes } = listExports[call]
    const callers: readonly Role[] = listExports[call].callers
    if (listExports[call].forPeople && context.caller.isMachine) throw forbidden()
    if (!isAmong(context.caller, callers) || context.caller.mustChangePassword) throw forbidden()
    const asked: Asked = { call, input: validate(takes, input) }
    if (!always && (await countRows(make, asked, context)) <= directRows)
      return { data: { job: null }, message: 'Success' }
    return context.command(async (tx) => {
      const id = await startJob(tx, context, job, asked)
      return { data: { job: await readJob(tx, context.caller, id) }, message: 'Success' }
    })
  }
}

/** How long the file would be: it is asked for, not recorded, and left unread; as CSV, of which nothing is made before it is read. */
async function countRows(make: Make, asked: Asked, context: CallContext): Promise<number> {
  let rows = 0
  const counting: CallContext = {
    ...context,
    command: async <T>() => undefined as T,
    progress: (_, total) => {
      rows = total
    },
  }
  await make({ ...asked, input: { ...asked.input, format: 'csv' } }, counting)
  return rows
}
