import { type CompanyFacts, companyFactNames, faultsOfFacts } from '../../../shared/areas/company/facts.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, readGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'

type CompanyHandlers = Handlers<Contract['company']>

const unsaid = {
  ...{ name: '', name_zh: '', address: '', address_zh: '', gstin: '', label_line: '', label_line_zh: '' },
  currency: 'INR',
}

const factGroup = settingGroup({
  prefix: 'company',
  rows: [
    'closed_order_months',
    'company',
    'cutting_tolerance_percent',
    'facility_box_pieces',
    'invoice_series',
    'load_before_shipping',
    'shared_waybills',
    'sscc_company_prefix',
  ],
  fields: companyFactNames,
  shown: ({ company, shared_waybills, load_before_shipping, ...numbers }): CompanyFacts => ({
    ...{ ...unsaid, ...company, ...numbers },
    shared_waybills: shared_waybills ? 'yes' : 'no',
    load_before_shipping: load_before_shipping ? 'yes' : 'no',
  }),
  kept: ({
    invoice_series,
    sscc_company_prefix,
    shared_waybills,
    load_before_shipping,
    cutting_tolerance_percent,
    facility_box_pieces,
    closed_order_months,
    ...company
  }) => ({
    ...{
      company,
      invoice_series,
      sscc_company_prefix,
      cutting_tolerance_percent,
      facility_box_pieces,
      closed_order_months,
    },
    shared_waybills: shared_waybills === 'yes',
    load_before_shipping: load_before_shipping === 'yes',
  }),
})

/** What the company says of itself, for papers and labels. */
export async function readCompany(db: Db): Promise<CompanyFacts> {
  return (await readGroup(db, factGroup)).settings
}

export const getCompanyFacts: CompanyHandlers['getCompanyFacts'] = async (_, { db }) =>
  reply(await loadGroup(db, factGroup))

/** Papers and labels that are made from now on say it; numbers that were given stay. */
export const saveCompanyFacts: CompanyHandlers['saveCompanyFacts'] = async (input, context) => {
  const fields = faultsOfFacts(input.settings)
  const [first] = fields
  if (first) throw invalidInput(first.message, { fields, ...(first.values && { values: first.values }) })
  return context.command(async (tx) => {
    const now = await readCompany(tx)
    const {
      shared_waybills = now.shared_waybills,
      load_before_shipping = now.load_before_shipping,
      cutting_tolerance_percent = now.cutting_tolerance_percent,
      facility_box_pieces = now.facility_box_pieces,
      closed_order_months = now.closed_order_months,
      ...texts
    } = input.settings
    const settings = {
      ...texts,
      shared_waybills,
      load_before_shipping,
      cutting_tolerance_percent,
      facility_box_pieces,
      closed_order_months,
    }
    return saveGroup(tx, context, factGroup, { settings, version: input.version }, 'Company saved.')
  })
}
