import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import type { SheetUpload } from '../../src/server/sheets/sniff-upload.ts'
import { type WorkbookRow, type WriteOptions, writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { type ZipPart, zip } from './zips.ts'

/** A header row as the specification has it, in English. */
export const header = ['Box No', 'Order ID', 'NM SKU', 'Quantity in box', 'Tracking ID']

/** A committed file that a real program wrote. */
export async function fixture(name: string): Promise<SheetUpload> {
  return { name, bytes: await readFile(new URL(`./workbooks/${name}`, import.meta.url)) }
}

/** A packing list made by our own writer. */
export async function packingListFile(rows: readonly WorkbookRow[], options?: WriteOptions): Promise<SheetUpload> {
  return { name: 'packing.xlsx', bytes: await buffer(writeWorkbook(packingList, rows, options)) }
}

/** A workbook made by exceljs, shaped by the test. */
export async function excelFile(shape: (workbook: ExcelJS.Workbook) => void): Promise<SheetUpload> {
  const workbook = new ExcelJS.Workbook()
  shape(workbook)
  return { name: 'excel.xlsx', bytes: Buffer.from(await workbook.xlsx.writeBuffer()) }
}

const transitional = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export interface RawWorkbook {
  /** The whole worksheet part. */
  readonly sheet: string
  readonly workbook?: string
  readonly rootTarget?: string
  readonly sheetTarget?: string
  readonly relationNamespace?: string
  readonly sharedStrings?: string
  readonly styles?: string
  readonly more?: readonly ZipPart[]
}

export function worksheet(rows: string, after = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`
}

/** The parts of a workbook written by hand, for the quirks of programs that are not at hand. */
export function rawParts(raw: RawWorkbook): ZipPart[] {
  const namespace = raw.relationNamespace ?? transitional
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${namespace}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
  const target = raw.sheetTarget ?? 'worksheets/sheet1.xml'
  return [
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: relations(relation('rId1', 'officeDocument', raw.rootTarget ?? 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data:
        raw.workbook ??
        `<workbook xmlns="${main}" xmlns:r="${namespace}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        relation('rId1', 'worksheet', target),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
        relation('rId3', 'styles', 'styles.xml'),
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', data: raw.sheet },
    ...(raw.sharedStrings ? [{ name: 'xl/sharedStrings.xml', data: raw.sharedStrings }] : []),
    ...(raw.styles ? [{ name: 'xl/styles.xml', data: raw.styles }] : []),
    ...(raw.more ?? []),
  ]
}

export function rawFile(raw: RawWorkbook): SheetUpload {
  return { name: 'raw.xlsx', bytes: zip(rawParts(raw)) }
}

/** A row of inline strings without addresses, as some web programs write it. */
export function inlineRow(values: readonly string[]): string {
  return `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`
}

/** A row as it was read, without the size of its carton: what tests about reading compare. */
export function lineOf({ row, values }: { row: number; values: object }): string {
  const { length_cm: _length, width_cm: _width, height_cm: _height, ...rest } = values as Record<string, unknown>
  return [row, ...Object.values(rest)].join('|')
}

export const goodValues = ['B1', 'PO-2026-000001', 'NM00000001', '12', 'SF1234567890']
