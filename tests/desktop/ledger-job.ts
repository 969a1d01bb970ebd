import type { LedgerJob } from '../../src/main/print/job.ts'

/** A job as it comes onto the ledger. */
export function newJob(id: string): LedgerJob {
  return {
    id,
    kind: 'sku',
    title: id,
    printer: 'Zebra',
    paper: { widthMm: 50, heightMm: 30 },
    copies: 1,
    state: 'queued',
    createdAt: '2026-01-01T00:00:00.000Z',
    call: { method: 'POST', path: '/v1/erp/vendor/get-sku-labels' },
    handing: null,
  }
}
