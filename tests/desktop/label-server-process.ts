/** A server whose labels say which job they are for: a page for pages, and ZPL where that is asked for. */
import PDFDocument from 'pdfkit'
import { sendFile, shippingLabel, startFakeServer } from './fake-server.ts'

const mm = (length: number) => (length / 25.4) * 72

const server = await startFakeServer(Number(process.argv[2]))
server.on(shippingLabel, (_request, response) => {
  const { shipment_id: name, print_as: form } = JSON.parse(server.seen.at(-1)?.body ?? '{}')
  if (form !== undefined) return sendFile(response, `^XA^FD${name}^FS^XZ\n`, 'inline', 'application/zpl')
  const document = new PDFDocument({ size: [mm(100), mm(150)], compress: false, info: { Title: name } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.on('end', () => sendFile(response, Buffer.concat(chunks), 'inline', 'application/pdf'))
  document.end()
})
process.send?.({ url: server.url })
// A spec that died leaves no server behind.
process.once('disconnect', () => process.exit())
