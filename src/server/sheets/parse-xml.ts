import { SaxesParser } from 'saxes'
import { refusalMessages } from '../../shared/kernel/sheet.ts'
import { damaged, SheetRefused } from './limits.ts'

interface PlainNames {
  xmlns: false
  position: false
}

export type Attributes = Readonly<Record<string, string>>

/** What a part's reader listens to. Names come without their prefix: some programs write `<x:row>`. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text?(text: string): void
  /** True when the rest of the part is of no interest. */
  done?(): boolean
}

/**
 * Feeds a part to a listener, chunk by chunk. A DOCTYPE is refused before any of it is used, so there are no entities
 * but XML's own five. Throws SheetRefused, also for text that is not well-formed.
 */
export async function parseXml(chunks: AsyncIterable<Buffer>, listener: XmlListener, part: string): Promise<void> {
  const parser = makeParser(listener, part)
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      parser.write(decoder.decode(chunk, { stream: true }))
      if (listener.done?.()) return
    }
    parser.write(decoder?.decode() ?? '')
    parser.close()
  } catch (error) {
    // A TypeError is the decoder's; everything else that is not ours is a fault of the program and must surface.
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw damaged(part)
    throw error
  }
}

function makeParser(listener: XmlListener, part: string) {
  const parser = new SaxesParser<PlainNames>({ xmlns: false, position: false })
  parser.on('error', () => {
    throw damaged(part)
  })
  parser.on('doctype', () => {
    throw new SheetRefused(refusalMessages.forbiddenXml, { part })
  })
  parser.on('opentag', (tag) => listener.open(localName(tag.name), tag.attributes))
  parser.on('closetag', (tag) => listener.close(localName(tag.name)))
  const { text } = listener
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return parser
}

/** An attribute by its name without prefix: `r:id` is written `d3p1:id` by some programs. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const plain = attributes[name]
  if (plain !== undefined) return plain
  const key = Object.keys(attributes).find((each) => localName(each) === name)
  return key === undefined ? undefined : attributes[key]
}

function localName(name: string): string {
  if (name.length < 2) return name
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

const doctype = /<!(DOCTYPE|ENTITY)/i
const prologLength = 64 * 1024

/** Refuses a DOCTYPE in a part that nobody here parses, but that later programs might. */
export async function refuseDoctype(chunks: AsyncIterable<Buffer>, part: string): Promise<void> {
  let prolog = ''
  for await (const chunk of chunks) {
    prolog += chunk.toString('latin1').replaceAll('\0', '')
    if (doctype.test(prolog)) throw new SheetRefused(refusalMessages.forbiddenXml, { part })
    if (prolog.length > prologLength) return
  }
}
