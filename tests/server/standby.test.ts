import { spawn } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from '../../src/server/database/cluster.ts'
import { openDatabase } from '../../src/server/database/open-database.ts'
import { makePool } from '../../src/server/database/pool.ts'
import { commandAs, postgresAccount, postgresBinaries } from '../../src/server/database/postgres-account.ts'
import type { Db } from '../../src/server/http/call.ts'
import { contract, listExports } from '../../src/shared/areas.ts'
import { removeTestFolder, TEST_FOLDER } from '../support/leftovers.ts'
import { makeOrder } from '../support/orders.ts'
import { freePort } from '../support/other-programs.ts'
import { testServer } from '../support/server.ts'
import { testLog } from '../support/test-databases.ts'

/** A PostgreSQL and a standby that follows it, at two addresses; `end` ends the standby as a lost machine does. */
async function withStandby() {
  const folder = mkdtempSync(join(tmpdir(), TEST_FOLDER))
  const account = await postgresAccount(folder)
  if (account) chownSync(folder, account.uid, account.gid)
  const [main, standby] = [join(folder, 'main'), join(folder, 'standby')]
  const { initdb, postgres } = postgresBinaries()
  const made = commandAs(account, folder, initdb, ['-D', main, '--username=selvedge', '--auth=trust', '--no-sync'])
  expect(await runToEnd(made.file, made.args, made.options)).toMatchObject({ code: 0 })
  cpSync(main, standby, { recursive: true })
  writeFileSync(join(standby, 'standby.signal'), '')
  if (account) await runToEnd('chown', ['-R', `${account.uid}:${account.gid}`, standby], {})
  await runToEnd('chmod', ['700', standby], {})
  const start = (data: string, port: number, ...settings: string[]) => {
    const all = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'shared_buffers=16MB',
      ...settings,
    ]
    const args = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])]
    const { file, args: whole, options } = commandAs(account, folder, postgres, args)
    const child = spawn(file, whole, { ...options, stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  onTestFinished(() => removeTestFolder(folder))
  const ports = [await freePort(), await freePort()] as const
  start(main, ports[0])
  const follower = start(standby, ports[1], `primary_conninfo=host=127.0.0.1 port=${ports[0]} user=selvedge`)
  const [url, replicaUrl] = ports.map((port) => `postgres://selvedge@127.0.0.1:${port}/postgres`) as [string, string]
  for (const address of [url, replicaUrl]) await answering(address)
  return { url, replicaUrl, end: () => follower.kill('SIGKILL') }
}

async function answering(url: string): Promise<void> {
  const pool = makePool(url, { log: testLog, poolSize: 1 })
  try {
    for (let waited = 0; ; waited += 100) {
      const answer = await pool
        .query('SELECT 1')
        .catch((error: unknown) => (waited < 30_000 ? null : Promise.reject(error)))
      if (answer !== null) return
      await sleep(100)
    }
  } finally {
    await pool.end()
  }
}

const isStandby = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`.execute(db)
  return rows[0]?.standby ?? false
}

// Catches: a file or list without the order that was saved a moment before, a call that breaks with its standby, and one that writes there.
test('lists, their files and reports are read from a standby that has all that was saved, else from the main database', async () => {
  const { url, replicaUrl, end } = await withStandby()
  const told: string[] = []
  const note = (_: object, words: string) => void told.push(words)
  const database = await openDatabase({ databaseUrl: url, replicaUrl, log: { info: note, warn: note, error: note } })
  onTestFinished(() => database.stop())
  const server = await testServer({ db: database.db, reports: database.reports })
  const ops = await server.as(await server.makeUser({ role: 'ops' }))
  const columns = [{ id: 'order_id', header: 'Order' }]
  const file = async () => {
    const { order_id } = await makeOrder(database.db)
    const answer = await ops.call(listExports.exportOrders, { format: 'csv', columns } as never)
    expect(answer.status).toBe(200)
    expect(answer.bytes.toString()).toContain(order_id)
  }
  const list = async () => {
    const { order_id } = await makeOrder(database.db)
    const { body } = await ops.call(contract.orders.getOrders, { search: order_id })
    expect(body.data.rows.map((row) => row.order_id)).toEqual([order_id])
  }
  for (let turn = 0; turn < 3; turn += 1) await file()
  expect(await isStandby(await database.reports())).toBe(true)
  expect((await ops.call(contract.pipeline.getLate, {})).status).toBe(200)
  await list()
  // What is reckoned when somebody looks is kept on the main one.
  await sql`INSERT INTO style_stock_mark (style_id) SELECT id FROM style`.execute(database.db)
  expect(
    (
      await ops.call(listExports.exportInventory, {
        format: 'csv',
        columns: [{ id: 'style_id', header: 'Style' }],
      } as never)
    ).status,
  ).toBe(200)

  const standby = makePool(replicaUrl, { log: testLog, poolSize: 1 })
  await standby.query('SELECT pg_wal_replay_pause()')
  await standby.end()
  await file()
  await list()
  expect(told).toContain('the standby is behind: lists and reports are read from the main database')
  end()
  await file()
  expect(await isStandby(await database.reports())).toBe(false)
}, 120_000)
