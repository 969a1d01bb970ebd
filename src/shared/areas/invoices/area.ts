import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { qcBoxesRights } from '../qc-boxes/rights.ts'
import { invoicesCalls, invoicesRights } from './calls.ts'
import { invoices, readyBoxes } from './lists.ts'
import { loadingMessages, loadWords } from './loading.ts'
import { documentProblems, invoiceMessages, tracedInvoiceStatuses } from './rules.ts'
import { invoiceNumber } from './shapes.ts'
import { documentExpectations, documentFaults } from './sheets.ts'

export const invoicesArea = area({
  calls: invoicesCalls,
  rights: invoicesRights,
  screens: [screen('china-qc', '/supplier/qc-invoices', 'Invoices and exports', 'document', qcBoxesRights.chinaQc)],
  lists: { 'qc-invoices': qcBoxesRights.chinaQc },
  exports: {
    exportInvoices: listFile('invoices', invoices, {
      summary: 'Invoices as seen.',
      callers: qcBoxesRights.chinaQc.roles,
      takes: { ...notPaged(invoicesCalls.getInvoices), invoice_numbers: chosen(invoiceNumber) },
    }),
    exportReadyBoxes: listFile('ready-boxes', readyBoxes, {
      summary: 'Boxes ready for an invoice as seen.',
      callers: qcBoxesRights.chinaQc.roles,
      takes: notPaged(invoicesCalls.getBoxesForInvoice),
    }),
  },
  notices: {
    shipped_to_india: notice('done', {
      to: toHouse(qcBoxesRights.chinaQcLead, ['ops', 'ops_team', 'internal_team'], 'Open invoices'),
      label: 'Invoices shipped to India',
      one: [
        'Invoice {{invoice_number}} is on its way to India. Boxes: {{boxes}}, pieces: {{pieces}}.',
        '/supplier/qc-invoices?tab=all&invoice={{invoice_number}}',
      ],
      many: ['{{count}} invoices are on their way to India.', '/supplier/qc-invoices?tab=shipped'],
    }),
  },
  traces: { invoice: { place: 6, one: 'Invoice', many: 'Invoices' } },
  facts: {
    invoice: 'Invoice number',
    export_order: 'Export order',
    issued_on: 'Invoice date',
    consignee: 'Consignee',
    total: 'Total',
  },
  entities: ['invoice', 'party'],
  feed: { invoice: qcBoxesRights.chinaQc },
  events: {
    'box.invoiced': { word: 'Put on an invoice', boxes: '{{n}} boxes put on an invoice' },
    'box.invoice_voided': { word: 'Invoice voided', boxes: 'Invoice of {{n}} boxes voided', namesPrice: true },
    'box.shipped_to_india': { word: 'Shipped to India', boxes: '{{n}} boxes shipped to India' },
    'box.shipping_undone': { word: 'Shipping undone', boxes: 'Shipping of {{n}} boxes undone', namesPrice: true },
    'box.loaded': { word: 'Loaded for India', boxes: '{{n}} boxes loaded for India' },
    'box.load_undone': { word: 'Taken off again', boxes: '{{n}} boxes taken off again' },
    'invoice.created': { word: 'Invoice created', namesPrice: true },
    'invoice.voided': { word: 'Invoice voided', namesPrice: true },
    'invoice.export_ordered': { word: 'Export order created', namesPrice: true },
    'invoice.document_changed': { word: 'Transport document changed', namesPrice: true },
    'invoice.export_cancelled': { word: 'Export order cancelled', namesPrice: true },
    'invoice.customs_filled': { word: 'Product details filled in', namesPrice: true },
    'invoice.loading_finished': 'Loading finished',
    'invoice.shipped': { word: 'Shipped to India', namesPrice: true },
    'invoice.shipping_undone': { word: 'Shipping undone', namesPrice: true },
    'party.added': 'Party added',
    'party.changed': 'Party changed',
  },
  toldToVendors: ['invoice_number', 'export_order_number', 'carrier'],
  words: [
    documentProblems,
    invoiceMessages,
    loadWords,
    loadingMessages,
    tracedInvoiceStatuses,
    documentFaults,
    documentExpectations,
  ].flatMap((table) => Object.values<string>(table)),
})
