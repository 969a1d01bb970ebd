import type { KindName } from '../../src/shared/areas/data/kinds.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import type { Client, Sends, TestReply } from './client.ts'
import { untilState } from './jobs.ts'
import type { TestServer } from './server.ts'

export const allocationCalls = contract.allocation

export const indiaDay = (back: number) => addDays(dayIn(indiaZone, new Date()), -back)

/** Makes a call that must succeed and gives its data. */
export async function ok<C extends Call>(
  client: Client,
  call: C,
  input: Sends<C>,
): Promise<TestReply<C>['body']['data']> {
  const reply = await client.call(call, input)
  if (reply.status !== 200) throw new Error(`${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

export async function bring(admin: Client, kind: KindName, lines: readonly string[], mode: 'all' | 'check' = 'all') {
  const file = { name: `${kind}.csv`, bytes: lines.join('\n') }
  const { import: brought } = await ok(admin, contract.data.importRecords, { kind, mode, file })
  if (mode === 'all' && brought.state !== 'taken') throw new Error(`${kind}: ${JSON.stringify(brought)}`)
  return brought
}

/**
 * Two warehouses, three shops, one style in two colours, sales of three weeks: all brought in as a company does it. SDEL is of grade A and
 * sells most, SPUN of grade B, SCOK carries no tops. Black is plenty; of Ivory the core size S is at SPUN alone, and at no warehouse.
 */
export async function bringShops(admin: Client): Promise<void> {
  const site = (code: string, kind: string) => `${code},${kind},Site ${code},IN,1 Road,Asia/Kolkata`
  await bring(admin, 'sites', [
    'Site,Kind of site,Name,Country,Address,Time zone',
    ...['WDEL', 'WMUM'].map((code) => site(code, 'Warehouse')),
    ...['SDEL', 'SPUN', 'SCOK'].map((code) => site(code, 'Shop')),
  ])
  await bring(admin, 'vendors', ['Vendor,Name,City', 'GZ01,Yihe,Guangzhou'])
  await bring(admin, 'size-sets', [
    'Size set,Size,Position,Core size,Pieces in a set',
    ...['ALPHA,S,1,yes,1', 'ALPHA,M,2,yes,2', 'ALPHA,L,3,no,1'],
  ])
  await bring(admin, 'styles', [
    'Style,Name,Category,Vendor,Size set,MRP',
    ...['TP1,Linen blouse,Tops,GZ01,ALPHA,1000 INR', 'DR1,Wrap dress,Dresses,GZ01,ALPHA,2000 INR'],
  ])
  const skus = [...['BLK,Black', 'IVO,Ivory'].flatMap((color) => ['S', 'M', 'L'].map((size) => [color, size] as const))]
  await bring(admin, 'skus', [
    'NM SKU,Style,Colour,Size',
    ...skus.map(([color, size]) => {
      const [short, name] = color.split(',')
      return `TP1${short}-${size},TP1,${name},${size}`
    }),
    'DR1RED-M,DR1,Red,M',
  ])
  await bring(admin, 'shop-profiles', [
    'Shop,Category,Grade,Carried,Least shown,Most shown',
    ...['SDEL,Tops,A,yes,0,60', 'SPUN,Tops,B,yes,0,60', 'SCOK,Tops,C,no,0,', 'SCOK,Dresses,C,yes,0,'],
  ])
  await bring(admin, 'opening-stock', [
    'Site,Shelf,NM SKU,Condition,Quantity',
    ...['WDEL,,TP1BLK-S,Good,10', 'WDEL,,TP1BLK-M,Good,20', 'WDEL,,TP1BLK-L,Good,6'],
    ...['WMUM,,TP1BLK-M,Good,10', 'WDEL,,TP1IVO-M,Good,10', 'SPUN,,TP1IVO-S,Good,2'],
  ])
  const days = Array.from({ length: 20 }, (_, at) => indiaDay(at))
  await bring(admin, 'sales', [
    'Shop,NM SKU,Day,Units sold',
    ...days.flatMap((day, at) => [
      ...[`SDEL,TP1BLK-M,${day},1`, `SDEL,TP1BLK-S,${day},${at % 4 === 0 ? 1 : 0}`],
      ...[`SPUN,TP1BLK-M,${day},${at % 2 === 0 ? 1 : 0}`, `SPUN,TP1IVO-M,${day},${at % 5 === 0 ? 1 : 0}`],
    ]),
  ])
}

/** An allocation of tops from both warehouses, with nothing held back. */
export async function madeTask(client: Client, wish: Partial<Sends<typeof allocationCalls.createAllocation>> = {}) {
  const { settings: usual } = await ok(client, allocationCalls.getAllocationConfig, {})
  const { least_rate_thousandths: _, ...settings } = usual
  const { task } = await ok(client, allocationCalls.createAllocation, {
    ...{ name: 'Tops', categories: ['Tops'], sources: ['WDEL', 'WMUM'] },
    settings: { ...settings, holdback_percent: 0, lead_days: 2, cover_days: 8 },
    ...wish,
  })
  return task
}

/** Plans it and waits for that. Gives the allocation as it is then. */
export async function calculated(server: TestServer, client: Client, task_id: string, what_if?: object) {
  const { task } = await ok(client, allocationCalls.getAllocation, { task_id })
  const { job_id } = await ok(client, allocationCalls.calculateAllocation, {
    ...{ task_id, version: task.version },
    ...(what_if && { what_if: true, settings: what_if as never }),
  })
  await untilState(server.db, job_id, 'done')
  return ok(client, allocationCalls.getAllocation, { task_id })
}
