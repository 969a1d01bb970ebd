import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { contract } from '../../../src/shared/areas.ts'
import { need, newCode, type Plays, remember, some, type World } from './play.ts'

const { company, data, frame, keys, labels, languages, ledgers, notices, people, pictures, pipeline } = contract

const layout = { order: [], hidden: [], pinned: [], widths: {}, is_dense: false }

export async function freshPicture(): Promise<Buffer> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3)
  const noise = { create: { width: 320, height: 400, channels: 3 as const, background: { r: red, g: green, b: blue } } }
  return sharp(noise).jpeg().toBuffer()
}

async function pictured(world: World) {
  const { rows } = await world.by.ops.look(pictures.styles, { tab: 'all', page_size: 60 })
  return world.random.pick(rows)
}

/** Somebody whom this run made, so that nobody else's account changes. */
async function madeUser({ by, random }: World) {
  const { rows } = await by.admin.look(people.getUsers, { search: 'chaos.', status: 'all', page_size: 60 })
  return random.pick(rows)
}

/** Records and imports, pictures, settings, people, keys, languages, and what everybody does for themselves. */
export const housePlays: Plays = {
  'data.saveRecord': async (world) => {
    const shelf = newCode(world, 'CH-')
    const isNew = world.random.chance(0.6)
    if (isNew)
      return world.by.ops.act(data.saveRecord, { kind: 'shelves', values: { site: 'WBLR', shelf }, is_new: true })
    const { rows } = await world.by.ops.look(data.getRecords, { kind: 'shelves', search: 'CH-', page_size: 60 })
    const { values, version } = world.random.pick(rows)
    return world.by.ops.act(data.saveRecord, { kind: 'shelves', values: { ...values, name: shelf }, version })
  },
  'data.retireRecords': async ({ by, random }) => {
    const is_retired = random.chance(0.5)
    const tab = is_retired ? 'active' : 'retired'
    const { rows } = await by.ops.look(data.getRecords, { kind: 'shelves', search: 'CH-', tab, page_size: 60 })
    return by.ops.act(data.retireRecords, { kind: 'shelves', ids: [random.pick(rows).id], is_retired })
  },
  'data.importRecords': async (world) => {
    const rows = [0, 1].map(() => `WBLR,${newCode(world, 'CI-')},by sheet`)
    const file = { name: 'shelves.csv', bytes: `Site code,Shelf,Shelf name\n${rows.join('\n')}\n` }
    return world.by.ops.act(data.importRecords, { kind: 'shelves', file })
  },
  'pictures.upload': async (world) => {
    const { style_id } = await pictured(world)
    const file = { name: `${style_id}.jpg`, bytes: await freshPicture() }
    return world.by.ops.act(pictures.upload, { style_id, file })
  },
  'pictures.remove': async (world) => {
    const style = await pictured(world)
    const { picture_id } = world.random.pick(style.pictures)
    await world.by.ops.act(pictures.remove, { picture_id })
    remember(world.memory.labels, picture_id)
  },
  'pictures.restore': async ({ by, memory }) => {
    const [picture_id] = some(memory.labels.splice(-1))
    return by.ops.act(pictures.restore, { picture_id })
  },
  'company.dismissFirstDay': ({ by, random }) =>
    by.admin.act(company.dismissFirstDay, { is_dismissed: random.chance(0.5) }),
  'company.saveCompanyFacts': async (world) => {
    const { settings, version } = await world.by.admin.look(company.getCompanyFacts, {})
    const changed = { ...settings, label_line: newCode(world, 'Selvedge ') }
    return world.by.admin.act(company.saveCompanyFacts, { settings: changed, version })
  },
  'company.saveVendorProfile': async (world) => {
    const { vendor } = await world.by.vendor.look(company.getVendorProfile, {})
    const { contact, email, address, version } = vendor
    return world.by.vendor.act(company.saveVendorProfile, {
      ...{ contact, email, address, version, phone: newCode(world, '+86 20 ') },
    })
  },
  'people.saveProfile': (world) => world.by.cataloguer.act(people.saveProfile, { name: newCode(world, 'Xu Fang ') }),
  'people.endOtherSessions': ({ by }) => by.cataloguer.act(people.endOtherSessions, {}),
  'people.changePassword': async (world) => {
    const { memory } = world
    const new_password = newCode(world, 'twelve red lanterns ')
    const asked = { current_password: memory.password, new_password }
    memory.password = new_password
    return world.by.cataloguer.act(people.changePassword, asked)
  },
  'people.createUser': (world) =>
    world.by.admin.act(people.createUser, {
      ...{ email: `${newCode(world, 'chaos.')}@demo.selvedge`, name: 'Passing Guest', role: 'warehouse' },
      password: 'eleven green lanterns',
    }),
  'people.createVendorAccounts': async (world) => {
    const { vendors } = await world.by.admin.look(data.postVendors, {})
    const accounts = [1, 2].map(() => ({
      ...{ vendor_id: world.random.pick(vendors).id, email: `${newCode(world, 'chaos.')}@demo.selvedge` },
      ...{ name: 'Vendor Guest', password: 'eleven green lanterns' },
    }))
    return world.by.admin.act(people.createVendorAccounts, { accounts })
  },
  'people.updateUser': async (world) => {
    const { id, version } = await madeUser(world)
    const name = newCode(world, 'Guest ')
    return world.by.admin.act(people.updateUser, { user_id: id, version, name, is_active: world.random.chance(0.7) })
  },
  // Of a role that plays nothing, so that no other deed is refused by it.
  'people.setRoleRight': ({ by, random }) =>
    by['super-admin'].act(people.setRoleRight, { right: 'talk', role: 'cad', may: random.chance(0.5) }),
  'keys.createKey': (world) =>
    world.by['super-admin'].act(keys.createKey, { name: newCode(world, 'Chaos '), role: 'ops', expires_in_days: 30 }),
  'keys.revokeKey': async ({ by, random }) => {
    const { rows } = await by['super-admin'].look(keys.getKeys, {})
    const live = rows.filter(({ revoked_at, name }) => revoked_at === null && name.startsWith('Chaos '))
    return by['super-admin'].act(keys.revokeKey, { key_id: random.pick(live).id })
  },
  'pipeline.setArrivalsFeed': ({ by, random }) => by.ops.act(pipeline.setArrivalsFeed, { make: random.chance(0.8) }),
  'ledgers.startLedgerCheck': ({ by }) => by.admin.act(ledgers.startLedgerCheck, {}),
  'languages.addLanguage': ({ by, random }) =>
    by.admin.act(languages.addLanguage, { code: random.pick(['bn', 'ta', 'pt', 'vi', 'th']), name: 'Own language' }),
  'languages.removeLanguage': async ({ by, random }) => {
    const { rows } = await by.admin.look(languages.getLanguages, {})
    const { code, own } = random.pick(rows.filter(({ is_added, code }) => is_added && code !== 'mr'))
    return by.admin.act(languages.removeLanguage, { language: code, own })
  },
  'languages.saveTranslation': async (world) => {
    const asked = { language: 'mr', show: 'all', page_size: 60 } as const
    const { rows } = await world.by.admin.look(languages.getTranslations, asked)
    const plain = rows.filter(({ key }) => !key.includes('{{'))
    const { key, version } = world.random.pick(plain)
    return world.by.admin.act(languages.saveTranslation, { language: 'mr', key, version, text: newCode(world, 'w') })
  },
  'languages.importTranslations': (world) =>
    world.by.admin.act(languages.importTranslations, { language: 'mr', texts: { Save: newCode(world, 'w') } }),
  'languages.dropMissingKeys': (world) =>
    world.by.admin.act(languages.dropMissingKeys, { language: 'mr', keys: [newCode(world, 'never asked ')] }),
  'notices.markNotices': async (world) => {
    const hand = world.random.pick([world.by.vendor, world.by.ops, world.by['ops-team']])
    const { rows } = await hand.look(notices.getNotices, {})
    const { id, read_at } = world.random.pick(rows)
    return hand.act(notices.markNotices, { ids: [id], read: read_at === null })
  },
  'notices.muteNotices': async ({ by, random }) => {
    const { kinds } = await by.internal.look(notices.getNoticeKinds, {})
    const { kind, muted } = random.pick(kinds)
    return by.internal.act(notices.muteNotices, { kind, muted: !muted })
  },
  'labels.barcodeLabels': async (world) => {
    const { rows } = await world.by.ops.look(contract.stock.getStock, { page_size: 20 })
    return world.by.warehouse.act(labels.barcodeLabels, { items: [{ code: world.random.pick(rows).nm_sku }] })
  },
  'labels.recordReprint': (world) =>
    world.by.warehouse.act(labels.recordReprint, {
      ...{ job_id: newCode(world, 'job-'), kind: 'sku', title: 'SKU labels', printer: 'Zebra', copies: 1 },
      ...{ reason: 'other', remark: 'smeared' },
    }),
  'frame.startExport': async ({ by, memory }) => {
    const { job } = await by.ops.act(frame.startExport, {
      ...{ call: 'exportOrders', always: true },
      input: { columns: [{ id: 'order_id', header: 'Order' }], language: 'en', time_zone: 'Asia/Kolkata' },
    })
    remember(memory.jobs, need(job).id)
  },
  'frame.cancelJob': async ({ by, memory }) => {
    const [job_id] = some(memory.jobs.slice(-1))
    return by.ops.act(frame.cancelJob, { job_id })
  },
  'frame.dismissJobs': async ({ by }) => {
    const { rows } = await by.ops.look(frame.getJobs, {})
    const ended = rows.filter(({ ended_at }) => ended_at !== null)
    return by.ops.act(frame.dismissJobs, { job_ids: some(ended.slice(-3).map(({ id }) => id)) })
  },
  'frame.setPreference': (world) =>
    world.by.ops.act(frame.setPreference, { name: 'chaos.mark', value: newCode(world, 'v') }),
  'frame.createView': (world) =>
    world.by.ops.act(frame.createView, { list: 'confirmed-orders', name: newCode(world, 'View '), search: '', layout }),
  'frame.changeView': async (world) => {
    const { views } = await world.by.ops.look(frame.getViews, { list: 'confirmed-orders' })
    const { id, version } = world.random.pick(views.filter(({ is_own }) => is_own))
    const more = world.random.chance(0.5) ? { is_deleted: true } : { name: newCode(world, 'View ') }
    return world.by.ops.act(frame.changeView, { view_id: id, version, ...more })
  },
  'frame.setDefaultView': async (world) => {
    const { views } = await world.by.ops.look(frame.getViews, { list: 'confirmed-orders' })
    const own = views.filter(({ is_own }) => is_own)
    const view_id = world.random.chance(0.3) ? null : world.random.pick(own).id
    return world.by.ops.act(frame.setDefaultView, { list: 'confirmed-orders', view_id })
  },
}
