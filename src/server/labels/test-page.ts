import type { Taken } from '../../shared/contract/grammar.ts'
import type { housePrinting } from '../../shared/contract/house-printing.ts'
import type { FileReply, Work } from '../http/call.ts'

/** A label that shows whether a printer keeps to true size. It says nothing of the business, so it leaves no event. */
export async function testPage(input: Taken<typeof housePrinting.testPage>, work: Work): Promise<FileReply> {
  // Loaded when needed: the libraries for labels would hold up every start.
  const { testPageFile } = await import('../documents/labels.ts')
  const page = { widthMm: input.width_mm, heightMm: input.height_mm, printer: input.printer }
  return { body: testPageFile(page, { resourcesDir: work.resources, form: input.print_as }) }
}
