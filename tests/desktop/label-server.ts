import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { shippingLabelsFile, skuLabelsFile, testPageFile } from '../../src/server/documents/labels.ts'
import type { ShippingLabel, SkuLabel } from '../../src/shared/areas/labels/rules.ts'
import type { PrintForm } from '../../src/shared/kernel/printing.ts'
import { makeShippingLabel, makeSkuLabel } from '../support/labels.ts'
import { type FakeServer, sendFile, shippingLabel } from './fake-server.ts'

export const skuLabel = '/v1/erp/vendor/get-skus-label'
const testPage = '/selvedge/print/test-page'

/** What the label calls answer with: the app's own labels, drawn by the server's own code. */
export interface ServedLabels {
  shipping: ShippingLabel[]
  sku: SkuLabel[]
}

interface Asked {
  print_as?: PrintForm
  width_mm: number
  height_mm: number
  printer: string
}

/** Has the server of the specs answer its label calls with real labels, in the form that it is asked for. */
export function serveRealLabels(server: FakeServer): ServedLabels {
  const labels: ServedLabels = {
    shipping: [0, 1].map((index) => makeShippingLabel(index)),
    sku: [0, 1].map((index) => makeSkuLabel(index)),
  }
  const serve = (path: string, made: (form: PrintForm, asked: Asked) => Readable) => {
    server.on(path, (_request, response) => {
      const asked = JSON.parse(server.seen.at(-1)?.body || '{}') as Asked
      const form = asked.print_as ?? 'pdf'
      void answer(response, made(form, asked), form)
    })
  }
  serve(shippingLabel, (form) => shippingLabelsFile(labels.shipping, { form }))
  serve(skuLabel, (form) => skuLabelsFile(labels.sku, { form }))
  serve(testPage, (form, { width_mm: widthMm, height_mm: heightMm, printer }) =>
    testPageFile({ widthMm, heightMm, printer }, { form }),
  )
  return labels
}

async function answer(response: ServerResponse, file: Readable, form: PrintForm): Promise<void> {
  const [ending, type] = form === 'pdf' ? ['pdf', 'application/pdf'] : ['zpl', 'application/zpl']
  sendFile(response, await buffer(file), `attachment; filename="labels.${ending}"`, type)
}
