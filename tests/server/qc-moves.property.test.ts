import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { fillCustoms, someParties } from '../support/invoices.ts'
import { brokenQcBooks, movesDone } from '../support/qc-books.ts'
import { anyStep, qcWorld, type Step, take } from '../support/qc-steps.ts'
import { type TestServer, testServer } from '../support/server.ts'

/** A run can be had again: the order of what the workers do at once is the only thing that is not in it. */
const seed = Number(process.env.QC_SEED ?? Date.now() % 2 ** 31)
const RUNS = 10
const WORKERS = 4

let server: TestServer
let people: Client[]

beforeAll(async () => {
  server = await testServer()
  await someParties(server)
  people = await Promise.all(
    Array.from({ length: WORKERS }, async () => server.as(await server.makeUser({ role: 'ops_team', team: 'china' }))),
  )
  console.info(`seed ${seed}: QC_SEED=${seed} tries the same steps again`)
})

const workers = fc.tuple(...Array.from({ length: WORKERS }, () => fc.array(anyStep, { minLength: 14, maxLength: 22 })))

// Would catch: any order of commands, by several people at once, that makes or loses a piece, ships, returns or invoices it twice,
// puts a box on two invoices, reverts what is on paper, or leaves the status another than the rule's.
test('whatever people do to boxes at once, the books hold and no call fails with a server error', {
  timeout: 240_000,
}, async () => {
  const outcomes: Record<number, number> = {}
  await fc.assert(
    fc.asyncProperty(workers, async (steps) => {
      const world = await qcWorld(server)
      await fillCustoms(server)
      const work = async (client: Client, own: readonly Step[]) => {
        for (const step of own) {
          const { status, body } = await take(client, world, step)
          outcomes[status] = (outcomes[status] ?? 0) + 1
          expect(status, `${JSON.stringify(step)} ${JSON.stringify(body)}`).toBeLessThan(500)
        }
      }
      await Promise.all(people.map((client, at) => work(client, steps[at] ?? [])))
      expect(await brokenQcBooks(server)).toEqual([])
    }),
    // What went wrong at once cannot be made smaller: the same steps may go well the next time.
    { numRuns: RUNS, seed, endOnFailure: true },
  )
  const done = await movesDone(server)
  console.info(JSON.stringify(outcomes), [...done].map(([kind, times]) => `${kind} ${times}`).join(', '))
  // Would catch: steps that are all refused, which prove nothing.
  for (const kind of ['count', 'pass', 'fail', 'revert_passed', 'make_ready', 'invoice'])
    expect(done.get(kind) ?? 0, kind).toBeGreaterThan(0)
  expect(done.size).toBeGreaterThan(14)
})
