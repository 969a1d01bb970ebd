import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { bilingual } from '../../src/shared/kernel/sheet.ts'

/** Where an attack goes, and from which address of this computer it comes. */
export interface Target {
  port: number
  localAddress: string
  /** Of an account that the attacker has, and a shipment of theirs to upload to. */
  token: string
  shipmentId: string
}

export interface Sizes {
  signIns: number
  unfinished: number
  bombs: number
  wrongSheets: number
  wrongRows: number
}

/** How often each answer was heard: a status, or `cut` where the connection ended without one. */
export type Heard = Map<string, number>

const LOGIN = '/retool/erp/login'
const UPLOAD = '/v1/erp/vendor/upload-packing-list'
const MB = 1024 * 1024

/** Begins all four at once; each goes on for as long as the process lives. */
export function attack(target: Target, sizes: Sizes, heard: Heard): void {
  const huge = hugeSignIn()
  const bomb = bombWorkbook()
  const wrong = wrongWorkbook(sizes.wrongRows)
  const again = (count: number, once: () => Promise<string>) => {
    for (let at = 0; at < count; at += 1) void goOn(once, heard)
  }
  again(sizes.signIns, () => post(target, LOGIN, 'application/json', huge))
  again(sizes.unfinished, () => beginAndStay(target))
  again(sizes.bombs, () => upload(target, bomb))
  again(sizes.wrongSheets, () => upload(target, wrong))
}

async function goOn(once: () => Promise<string>, heard: Heard): Promise<void> {
  for (;;) {
    const outcome = await once()
    heard.set(outcome, (heard.get(outcome) ?? 0) + 1)
    // A program that is refused without a pause would measure itself.
    await sleep(50)
  }
}

/** 300,000 names in 3.5 MB. */
function hugeSignIn(): Buffer {
  const names = Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`)
  return Buffer.from(`{"email":"x@company.test","password":"x",${names.join(',')}}`.padEnd(3.5 * MB, ' '))
}

/** All of four megabytes but the last byte, which never comes. */
function beginAndStay({ port, localAddress }: Target): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    let status = 'cut'
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      status = data.toString('latin1').slice(9, 12)
      socket.end()
    })
    socket.once('close', () => resolve(`unfinished ${status}`))
    const head = `POST ${LOGIN} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${4 * MB}\r\n\r\n`
    socket.write(head)
    socket.write(Buffer.alloc(4 * MB - 1, 'x'))
  })
}

function upload(target: Target, workbook: Buffer): Promise<string> {
  const border = '----attack'
  const field = `--${border}\r\ncontent-disposition: form-data; name="shipment_id"\r\n\r\n${target.shipmentId}\r\n`
  const file = `--${border}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(field + file), workbook, Buffer.from(`\r\n--${border}--\r\n`)])
  return post(target, UPLOAD, `multipart/form-data; boundary=${border}`, body)
}

function post({ port, localAddress, token }: Target, path: string, type: string, body: Buffer): Promise<string> {
  const name = path === LOGIN ? 'sign-in' : 'upload'
  return new Promise((resolve) => {
    const headers = { 'content-type': type, 'content-length': body.length, authorization: `Bearer ${token}` }
    const asking = request({ port, host: '127.0.0.1', localAddress, method: 'POST', path, headers, agent: false })
    asking.on('error', () => resolve(`${name} cut`))
    asking.on('response', (answer) => {
      answer.resume().on('error', () => undefined)
      answer.once('close', () => resolve(`${name} ${answer.statusCode}`))
    })
    asking.end(body)
  })
}

/** Two kilobytes, with a number format that one looks through for twenty seconds. */
function bombWorkbook(): Buffer {
  const format = `<numFmts count="1"><numFmt numFmtId="200" formatCode="${'['.repeat(400_000)}"/></numFmts>`
  const styles = `<styleSheet xmlns="${MAIN}">${format}<cellXfs count="1"><xf numFmtId="200"/></cellXfs></styleSheet>`
  return workbook(styles, [['1']])
}

/** As many rows, in which every cell is wrong. */
function wrongWorkbook(count: number): Buffer {
  const header = packingList.columns.map((column) => bilingual(column.header))
  const wrong = Array.from({ length: count }, () => header.map(() => '?!'))
  const styles = `<styleSheet xmlns="${MAIN}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`
  return workbook(styles, [header, ...wrong])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The least that is a workbook. */
function workbook(styles: string, rows: readonly (readonly string[])[]): Buffer {
  const cells = (row: readonly string[]) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const relations = (text: string) => `<Relationships xmlns="${PACKAGE}/relationships">${text}</Relationships>`
  const types = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`
  const book = `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const files = {
    '[Content_Types].xml': types,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': book,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheet,
  }
  const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
  return Buffer.from(zipSync(packed, { level: 9 }))
}
