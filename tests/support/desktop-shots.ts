import type { Page } from '@playwright/test'
import { type Say as MainSay, say as sayInMain } from '../../src/main/words.ts'
import type { Printer, PrintJob } from '../../src/shared/bridge.ts'
import { type HostState, inHost, showDesktopHost } from '../screens/shown-host.ts'
import { type Language, type Say, sayIn } from './story/words.ts'

/** A picture of the desktop edition, over a host that is told what to be. */
export interface DesktopShot {
  name: string
  path: string
  account: string | null
  host: (main: MainSay) => Partial<HostState>
  prepare?: (page: Page, say: Say) => Promise<void>
}

/** Puts that host behind the page. Only for pages that are opened anew for each shot. */
export async function showHostOf(page: Page, shot: DesktopShot, language: Language): Promise<Say> {
  const state = shot.host((text, values) => sayInMain(language, text, values))
  await showDesktopHost(page, {
    ...state,
    settings: { language, theme: null, updateChannel: 'stable', isSetUp: true, ...state.settings },
  })
  return sayIn(language)
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const zebra: Printer = {
  name: 'GK420',
  title: 'Zebra GK420d, packing table 2',
  isDefault: false,
  state: 'ready',
  speaks: 'zpl-203',
}
const office: Printer = {
  name: 'Office',
  title: 'HP LaserJet M404 (office)',
  isDefault: true,
  state: 'ready',
  speaks: 'pages',
}
const printers = [office, zebra]
const documents = {
  Office: [
    { name: 'A4', widthMm: 210, heightMm: 297 },
    { name: 'A6', widthMm: 105, heightMm: 148 },
    { name: '50x30', widthMm: 50, heightMm: 30 },
  ],
}
const choice = { copies: 1, withoutAsking: false }

function jobOf(id: string, minutes: number, job: Partial<PrintJob> = {}): PrintJob {
  return {
    id,
    kind: 'shipping',
    title: `SH-0000${id}, 8 labels`,
    printer: 'GK420',
    paper: { widthMm: 100, heightMm: 150 },
    copies: 1,
    state: 'printed',
    createdAt: ago(minutes),
    ...job,
  }
}

const fewJobs = (main: MainSay): PrintJob[] => [
  jobOf('44', 1, {
    state: 'queued',
    problem: main('{{printer}} does not answer at {{place}} ({{reason}}). Nothing was sent.', {
      printer: 'GK420',
      place: '192.168.1.50:9100',
      reason: 'ETIMEDOUT',
    }),
  }),
  jobOf('43', 2, { state: 'sent', kind: 'sku', title: 'SH-000043, 120 labels', paper: { widthMm: 50, heightMm: 30 } }),
  jobOf('42', 9, {
    state: 'failed',
    problem: main('The app closed before this job was handed over. Look at the printer, then print it again.'),
  }),
  jobOf('41', 25, { copies: 2, reprint: { of: '40', reason: 'damaged', remark: 'Box 3 got wet' } }),
  jobOf('40', 200),
]

const manyJobs = (main: MainSay): PrintJob[] =>
  Array.from({ length: 60 }, (_, at) => {
    const few = fewJobs(main)
    return {
      ...(few[at % 5] as PrintJob),
      id: `m${at}`,
      title: `SH-${String(100 - at).padStart(6, '0')}, ${at + 1} labels`,
      createdAt: ago(at * 7),
    }
  })

const files = [
  ['GZ01-packing-list-2026-11-20.xlsx', 48_213, 3],
  ['Shipment SH-000041, boxes and contents, with all of its sizes and colours.xlsx', 1_480_213, 90],
  ['my-orders.csv', 8_213, 3000],
].map(([name, bytes, minutes]) => ({
  name: String(name),
  path: `/home/li/Downloads/${name}`,
  bytes: Number(bytes),
  savedAt: ago(Number(minutes)),
}))

const shipped = '/supplier/shipment-management?tab=shipped'
const vendor = 'vendor@demo.selvedge'
const desk = { account: vendor, path: '/supplier/my-orders' }
const settingsPath = '/supplier/settings'

const shows = (page: Page, selector: string) => page.locator(selector).first().waitFor()

const openLabels = async (page: Page, say: Say) => {
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page
    .getByRole('button', { name: say('Shipping labels') })
    .first()
    .click()
  await shows(page, '.print-dialog canvas')
}
const openJobs = async (page: Page) => {
  await page.locator('.print-button').click()
  await shows(page, '.print-jobs')
}
const openCentre = async (page: Page) => {
  await openJobs(page)
  await page.locator('.print-jobs-head button').click()
  await shows(page, '.centre')
}
const openReprint = async (page: Page) => {
  await openCentre(page)
  await page.locator('tr[data-state=printed] .job-buttons button').first().click()
  await shows(page, '.reprint')
}
const openDownloads = async (page: Page) => {
  await page.locator('.downloads-button').click()
  await shows(page, '.download, .downloads .state')
}
const startDownload = async (page: Page, say: Say) => {
  await page.getByRole('button', { name: say('Export'), exact: true }).click()
  await page.locator('.bp6-menu-item').first().click()
  await page.waitForFunction("window.shownHost.asked.some((one) => one.command === 'files.download')")
}
const runDownloads = async (page: Page, say: Say) => {
  await startDownload(page, say)
  await inHost(page, (host) => {
    const details = { status: 409, code: 'conflict', path: '/v1/erp/vendor/get-shipping-list', request_id: 'req-1' }
    host.endDownload({ message: 'No orders to download', details })
  })
  await shows(page, '.toast[data-tone=error]')
  await startDownload(page, say)
  await inHost(page, (host) => {
    const asked = host.asked.filter(({ command }) => command === 'files.download').at(-1)?.given as { id: string }
    host.tellProgress({ id: asked.id, receivedBytes: 2_000_000, totalBytes: 8_000_000 })
  })
  await openDownloads(page)
  await page.getByRole('button', { name: say('Show {{name}} in folder', { name: 'my-orders.csv' }) }).click()
}

const address = 'https://selvedge.example.com'
const typeServer = (typed: string) => async (page: Page, say: Say) => {
  await page.getByText(say('The company’s server')).click()
  await page.locator('input[name=server-address]').fill(typed)
  await page.getByRole('button', { name: say('Test'), exact: true }).click()
  await shows(page, '.server-address .callout')
}
const answering = { [address]: { answers: true as const, url: address, version: '0.1.3' } }
const stranger = (main: MainSay) => ({
  'https://intranet.example.com': {
    answers: false as const,
    problem: main('Something answers at {{host}}, but it is not Selvedge.', { host: 'intranet.example.com' }),
  },
})

const rawPrinters: HostState['rawPrinters'] = [
  { name: 'Packing table 2', dialect: 'zpl-203', way: { kind: 'socket', host: '192.168.1.50', port: 9100 } },
  { name: 'zebra_raw', dialect: 'zpl-300', way: { kind: 'queue' } },
]
const openRaw = async (page: Page, say: Say) => {
  await page.getByRole('button', { name: say('Add a label printer') }).click()
  await shows(page, '.raw-dialog')
}

const about = `${settingsPath}?tab=about`
const updateShot = (name: string, update: (main: MainSay) => HostState['update']): DesktopShot => ({
  name: `settings-updates-${name}`,
  account: vendor,
  path: about,
  host: (main) => ({ update: update(main) }),
})

const fresh = { language: null, theme: null, updateChannel: 'stable' as const, isSetUp: false }
const next = async (page: Page) => page.locator('.step-ways button[type=submit]').click()
const wizard = (name: string, prepare?: DesktopShot['prepare'], host: Partial<HostState> = {}): DesktopShot => ({
  name: `wizard-${name}`,
  account: null,
  path: '/login',
  host: (main) => ({
    settings: fresh,
    printers,
    papers: documents,
    serverTests: { ...answering, ...stranger(main) },
    ...host,
  }),
  prepare: async (page, say) => {
    await shows(page, '.first-start')
    await prepare?.(page, say)
  },
})

const printShot = (name: string, host: Partial<HostState>): DesktopShot => ({
  name: `print-${name}`,
  account: vendor,
  path: shipped,
  host: () => ({ printers, papers: documents, ...host }),
  prepare: openLabels,
})

export const desktopShots: readonly DesktopShot[] = [
  printShot('ready', { choices: { shipping: { ...choice, printer: 'GK420' } } }),
  printShot('offline', {
    printers: [office, { ...zebra, state: 'offline' }],
    choices: { shipping: { ...choice, printer: 'GK420' } },
  }),
  // It asks, though it need not: its printer is gone.
  printShot('gone', { choices: { shipping: { copies: 1, withoutAsking: true, printer: 'TSC TTP-244' } } }),
  printShot('small-paper', {}),
  printShot('no-printer', { printers: [] }),
  { ...desk, name: 'jobs', host: (main) => ({ printers, jobs: fewJobs(main) }), prepare: openJobs },
  { ...desk, name: 'jobs-none', host: () => ({ printers }), prepare: openJobs },
  { ...desk, name: 'centre-none', host: () => ({ printers }), prepare: openCentre },
  { ...desk, name: 'centre-few', host: (main) => ({ printers, jobs: fewJobs(main) }), prepare: openCentre },
  { ...desk, name: 'centre-many', host: (main) => ({ printers, jobs: manyJobs(main) }), prepare: openCentre },
  {
    ...desk,
    name: 'centre-no-hit',
    host: (main) => ({ printers, jobs: manyJobs(main) }),
    prepare: async (page) => {
      await openCentre(page)
      await page.locator('.centre [type=search]').fill('zzzz')
      await shows(page, '.centre .state')
    },
  },
  { ...desk, name: 'reprint', host: (main) => ({ printers, jobs: fewJobs(main) }), prepare: openReprint },
  {
    ...desk,
    name: 'reprint-refused',
    host: (main) => ({
      printers,
      jobs: fewJobs(main),
      reprintProblem: main('Something went wrong! The server cannot be reached. Check the connection.'),
    }),
    prepare: async (page, say) => {
      await openReprint(page)
      await page.locator('.reprint .bp6-radio').last().click()
      await page.locator('.reprint .text-field').fill('x')
      await page.getByRole('button', { name: say('Print'), exact: true }).click()
      await shows(page, '.toast')
    },
  },
  { ...desk, name: 'downloads-none', host: () => ({}), prepare: openDownloads },
  {
    account: vendor,
    path: shipped,
    name: 'downloads',
    host: () => ({ files, gone: ['/home/li/Downloads/my-orders.csv'] }),
    prepare: runDownloads,
  },
  { account: vendor, path: settingsPath, name: 'settings', host: () => ({}) },
  {
    account: vendor,
    path: settingsPath,
    name: 'settings-server-bad',
    host: (main) => ({ savedSafely: false, serverTests: stranger(main) }),
    prepare: typeServer('https://intranet.example.com'),
  },
  {
    account: vendor,
    path: settingsPath,
    name: 'settings-server-good',
    host: () => ({ serverTests: answering }),
    prepare: typeServer(address),
  },
  {
    account: vendor,
    path: settingsPath,
    name: 'settings-server-fixed',
    host: () => ({ isServerFixed: true, server: { kind: 'company', url: address } }),
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-printers',
    host: () => ({
      printers,
      papers: documents,
      rawPrinters,
      choices: {
        shipping: { ...choice, printer: 'GK420', withoutAsking: true },
        sku: { ...choice, printer: 'TSC TTP-244' },
        box: { ...choice, printer: 'GK420', copies: 2 },
      },
    }),
    prepare: (page) => shows(page, '.kind-card'),
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-zpl',
    host: () => ({ printers: [{ ...office, state: 'offline' }], papers: documents, rawPrinters }),
    prepare: async (page) => {
      await shows(page, '.raw-list')
      await page.locator('.raw-list').scrollIntoViewIfNeeded()
    },
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-zpl-none',
    host: () => ({}),
    prepare: async (page, say) => {
      await page.getByText(say('None yet.')).scrollIntoViewIfNeeded()
    },
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-zpl-add',
    host: () => ({ printers }),
    prepare: openRaw,
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-zpl-wrong',
    host: () => ({ printers }),
    prepare: async (page, say) => {
      await openRaw(page, say)
      await page.locator('.raw-address input').first().fill('192.168.1.50:9100')
      await page.locator('.raw-address input').last().fill('80')
      await page.locator('.raw-dialog [type=submit]').click()
    },
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-zpl-queue',
    host: () => ({ printers, rawPrinters }),
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('Edit {{printer}}', { printer: 'zebra_raw' }) }).click()
      await shows(page, '.raw-dialog')
    },
  },
  {
    account: vendor,
    path: `${settingsPath}?tab=printers`,
    name: 'settings-zpl-remove',
    host: () => ({ printers, rawPrinters }),
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('Remove {{printer}}', { printer: 'zebra_raw' }) }).click()
      await shows(page, '.bp6-dialog')
    },
  },
  updateShot('never', () => ({ state: 'idle', checkedAt: null })),
  updateShot('idle', () => ({ state: 'idle', checkedAt: ago(40) })),
  updateShot('downloading', () => ({ state: 'downloading', version: '0.2.0', percent: 42.4 })),
  updateShot('ready', () => ({
    state: 'ready',
    version: '0.2.0',
    notes: 'Labels print in ZPL.\nThe printing centre shows why a job failed.\nPacking lists may be dropped anywhere.',
  })),
  updateShot('failed', (main) => ({
    state: 'failed',
    problem: main('No update could be fetched. It is tried again later.'),
  })),
  updateShot('off', (main) => ({ state: 'off', reason: main('This copy runs from source and is not updated.') })),
  {
    account: vendor,
    path: about,
    name: 'licences',
    host: () => ({
      licences:
        'Selvedge contains the following.\n\nreact 19.2.0 (MIT)\n\nMIT License\n\nCopyright (c) Meta Platforms, Inc. and affiliates.\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software and associated documentation files (the "Software"), to deal\nin the Software without restriction.\n',
    }),
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('Licences…') }).click()
      await shows(page, '.licences')
    },
  },
  {
    ...desk,
    name: 'mishap',
    host: () => ({ mishap: { kind: 'page-crashed', at: ago(0) } }),
    prepare: (page) => shows(page, '.toast'),
  },
  { ...desk, name: 'no-keyring', host: () => ({ savedSafely: false }), prepare: (page) => shows(page, '.toast') },
  {
    ...desk,
    name: 'link',
    host: () => ({ link: { kind: 'trace', code: 'SH-000041' } }),
    prepare: (page) => shows(page, '.trace-life, .trace-hit'),
  },
  {
    account: vendor,
    path: '/supplier/shipping-platform',
    name: 'drop-hint',
    host: () => ({}),
    prepare: async (page) => {
      await shows(page, '.dt-row')
      await page.evaluate(`(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'list.xlsx'))
        window.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      })()`)
      await shows(page, '.screen-drop')
    },
  },
  { name: 'sign-in', account: null, path: '/login', host: () => ({}) },
  {
    name: 'sign-in-server',
    account: null,
    path: '/login',
    host: (main) => ({ serverTests: stranger(main) }),
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('Server settings') }).click()
      await typeServer('https://intranet.example.com')(page, say)
    },
  },
  wizard('language'),
  wizard('server', next),
  wizard('server-company', async (page, say) => {
    await next(page)
    await page.getByText(say('The company’s server')).click()
  }),
  wizard('server-wrong', async (page, say) => {
    await next(page)
    await typeServer('https://intranet.example.com')(page, say)
  }),
  wizard('server-good', async (page, say) => {
    await next(page)
    await typeServer(address)(page, say)
  }),
  wizard('printers', async (page) => {
    await next(page)
    await next(page)
    await shows(page, '.kind-card')
  }),
  wizard(
    'no-printers',
    async (page) => {
      await next(page)
      await next(page)
      await shows(page, '.kind-card')
    },
    { printers: [] },
  ),
  wizard('done', async (page) => {
    for (let step = 0; step < 3; step++) await next(page)
  }),
  wizard('done-company', async (page, say) => {
    await next(page)
    await typeServer(address)(page, say)
    await next(page)
    await next(page)
  }),
]
