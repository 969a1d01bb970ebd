import { key } from '../../kernel/words.ts'

/** Kinds of files that a marker is kept as: to be looked at, or for the plotter, as CAD programs write it. */
export const markerFileEndings = ['.pdf', '.png', '.jpg', '.jpeg', '.dxf', '.plt', '.hpgl'] as const

export const markerFileWords = {
  kinds: key('PDF, PNG, JPG, DXF or PLT (HPGL).'),
  wrongKind: key('A marker’s file is a PDF, PNG, JPG, DXF or PLT (HPGL). Please save it as one of these.'),
} as const

/** Bytes at the beginning that are looked at. */
const LOOKED_AT = 4_096

/** A comment of DXF (999) may stand before its first section; so may blanks and line ends of any system. */
const dxfText =
  /^\s*(?:999[ \t]*\r?\n[^\n]*\n\s*)*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n\s*2[ \t]*\r?\n[ \t]*(?:HEADER|CLASSES|TABLES|BLOCKS|ENTITIES)\b/
const DXF_BINARY = 'AutoCAD Binary DXF\r\n\x1a\0'
/** HPGL begins with its initialisation or a pen, after escapes (here ^) that turn the plotter to it. */
const hpgl = /^(?:\^\.[^A-Z;:]*[;:]?|\^[^A-Za-z]*[A-Za-z@]|[\s;])*(?:IN|DF|SP\d*|PS[\d, ]*|BP[^;]*)\s*;/i
const ESCAPE = '\u001b'

/** Says what a plot file is by its content, whatever its name says; null for anything else. It is kept and given back as it is, never drawn. */
export function plotKind(bytes: Uint8Array): 'dxf' | 'plt' | null {
  const start = String.fromCharCode(...bytes.subarray(0, LOOKED_AT)).replace(/^\u00ef\u00bb\u00bf/, '')
  if (start.startsWith(DXF_BINARY) || dxfText.test(start)) return 'dxf'
  return hpgl.test(start.replaceAll(ESCAPE, '^')) ? 'plt' : null
}
