import '../settings.css'
import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import {
  type CompanyFacts,
  companyFactLengths,
  companyFaults,
  mostClosedMonths,
  mostInBox,
  mostTolerance,
} from '../../../shared/areas/company/facts.ts'
import { currencies } from '../../../shared/areas/data/kinds.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { choiceField, describedForm, FormFields, textField, wantedText } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { ProfileSection } from '../../people/ProfileScreen.tsx'
import { useLocale } from '../../table/words.ts'

type Saved = CallData<'company.getCompanyFacts'>

const most = companyFactLengths

const wholeFrom = (least: number, top: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= top, message)

const facts = describedForm({
  name: textField(key('Company name'), most.name, { reads: wantedText(companyFaults.name) }),
  name_zh: textField(key('Company name (Chinese)'), most.name_zh),
  address: textField(key('Postal address'), most.address),
  address_zh: textField(key('Postal address (Chinese)'), most.address_zh),
  gstin: textField('GSTIN', most.gstin, { hint: key('Tax number in India; its check digit is checked.') }),
  currency: choiceField(key('Currency'), currencies, { begins: 'INR' }),
  label_line: textField(key('Receiver on labels'), most.label_line, {
    hint: key('Stands on shipping labels beside where a box goes. Left empty, it is the name of the company.'),
  }),
  label_line_zh: textField(key('Receiver on labels (Chinese)'), most.label_line_zh),
  sscc_company_prefix: textField(key('GS1 company prefix'), most.sscc_company_prefix, {
    hint: key(
      'The SSCC of every new box begins with it. Until you have one of GS1, codes are good in your own house only.',
    ),
  }),
  shared_waybills: choiceField(
    key('One waybill on several boxes of a shipment'),
    { no: key('Not allowed'), yes: key('Allowed') },
    { begins: 'no' },
  ),
  load_before_shipping: choiceField(
    key('Boxes must be loaded by scan before an export order goes to India'),
    { no: key('No'), yes: key('Yes') },
    { begins: 'no' },
  ),
  cutting_tolerance_percent: textField(
    key('Facilities may cut more than ordered, by (%)'),
    most.cutting_tolerance_percent,
    {
      reads: wholeFrom(0, mostTolerance, companyFaults.cutting_tolerance_percent),
      hint: key('With 5, of 100 ordered up to 105 may be cut.'),
    },
  ),
  facility_box_pieces: textField(key('Pieces in a facility’s box, at most'), most.facility_box_pieces, {
    reads: wholeFrom(1, mostInBox, companyFaults.facility_box_pieces),
  }),
  closed_order_months: textField(key('Close orders so many months after they ended'), most.closed_order_months, {
    reads: wholeFrom(0, mostClosedMonths, companyFaults.closed_order_months),
    hint: key('Nobody changes a closed order. 0 closes none; another number opens those it does not reach again.'),
  }),
  invoice_series: textField(key('Series of invoice numbers'), most.invoice_series, {
    hint: key('CI makes CI-2026-000001. Invoices that were issued keep their numbers.'),
  }),
})

/** What the company says of itself on papers and labels, and who changed it last. */
export function CompanySection() {
  const { t } = useLocale()
  const answer = useAnswer('company.getCompanyFacts', {})
  return (
    <>
      <ProfileSection title={t('Company')}>
        <p className="settings-lead">
          {t('Papers and labels that are made from now on say it. It is the same for everybody, on every computer.')}
        </p>
        <Loaded answer={answer} rows={6}>
          {(saved) => <FactsForm key={saved.version} saved={saved} />}
        </Loaded>
      </ProfileSection>
      {answer.data && answer.data.last_changes.length > 0 ? (
        <ProfileSection title={t('Last changes')}>
          <FieldTable
            className=""
            fields={changeFields}
            rows={answer.data.last_changes}
            rowKey={({ setting }) => setting}
          />
        </ProfileSection>
      ) : null}
      <FirstStepsSection />
    </>
  )
}

function FactsForm({ saved: { settings, version } }: { saved: Saved }) {
  const { t } = useLocale()
  const { cutting_tolerance_percent, facility_box_pieces, closed_order_months, ...texts } = settings
  const begun = {
    ...texts,
    cutting_tolerance_percent: String(cutting_tolerance_percent),
    facility_box_pieces: String(facility_box_pieces),
    closed_order_months: String(closed_order_months),
  }
  const form = useSentForm(facts.schema, begun as typeof facts.empty, {
    draft: 'company',
    what: t('Company'),
    send: (typed, options) => api.company.saveCompanyFacts({ settings: typed as CompanyFacts, version }, options),
    refresh: ['company'],
    looksAgain: true,
  })
  return (
    <form className="company-form" noValidate onSubmit={form.send}>
      <div className="form-grid">
        <FormFields of={facts} form={form} />
      </div>
      <Button type="submit" intent="primary" text={t('Save')} disabled={!form.isTyped} loading={form.isSending} />
    </form>
  )
}

const changeFields: readonly ShownField<Saved['last_changes'][number]>[] = [
  { id: 'setting', header: key('What'), of: ({ setting }, { t }) => t(facts.fields[setting].label) },
  { id: 'from', header: key('Before'), of: ({ from }) => from || null },
  { id: 'to', header: key('Now'), of: ({ to }) => to || null },
  { id: 'by', header: key('Changed by'), of: ({ changed_by }) => changed_by },
  { id: 'at', header: key('When'), kind: 'instant', of: ({ at }) => at },
]

/** The first steps, for who put them away or wants to look at them again. */
function FirstStepsSection() {
  const { t } = useLocale()
  const { data } = useAnswer('company.getFirstDay', {})
  const recall = useAction((_: undefined, options) => api.company.dismissFirstDay({ is_dismissed: false }, options), {
    refresh: ['company.getFirstDay', 'people.getSidemenu'],
  })
  if (!data) return null
  return (
    <ProfileSection title={t('First steps')}>
      <div className="settings-line">
        <span>
          {data.state === 'open'
            ? t('They lead the menu of administrators and operations.')
            : data.state === 'done'
              ? t('All first steps are done.')
              : t('The first steps are put away.')}
        </span>
        <Link to="/ops/first-day">{t('Open the first steps')}</Link>
        {data.state === 'dismissed' ? (
          <Button
            text={t('Show the first steps again')}
            loading={recall.isRunning}
            onClick={() => void recall.run(undefined)}
          />
        ) : null}
      </div>
    </ProfileSection>
  )
}
