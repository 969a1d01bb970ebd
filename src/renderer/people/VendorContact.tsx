import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../actions/calls.ts'
import { useAnswer } from '../actions/useRows.ts'
import { api } from '../api/client.ts'
import { describedForm, FormFields, optionalText, textField } from '../forms/described.tsx'
import { useSentForm } from '../forms/useSentForm.ts'
import { key } from '../i18n/formats.ts'
import { Loaded } from '../kit/Loaded.tsx'

const contact = describedForm({
  contact: textField(key('Contact person'), 80, { reads: optionalText() }),
  phone: textField(key('Phone'), 40, { reads: optionalText() }),
  email: textField(key('E-mail'), 120, { reads: optionalText() }),
  address: textField(key('Postal address'), 300, { reads: optionalText() }),
  address_zh: textField(key('Postal address (Chinese)'), 300, {
    ...{ reads: optionalText(), hint: key('Both stand on the labels of your boxes.') },
  }),
})

/** A vendor's own company: whom to call there, and where it is. */
export function VendorContact() {
  const { t } = useTranslation()
  const answer = useAnswer('company.getVendorProfile', {})
  return (
    <>
      <p className="settings-lead">
        {t('How your customer reaches your company. The names and the code of the company are kept by the customer.')}
      </p>
      <Loaded answer={answer} rows={3}>
        {({ vendor }) => <ContactForm key={vendor.version} vendor={vendor} />}
      </Loaded>
    </>
  )
}

function ContactForm({ vendor }: { vendor: CallData<'company.getVendorProfile'>['vendor'] }) {
  const { t } = useTranslation()
  const { version } = vendor
  const begins = {
    contact: vendor.contact ?? '',
    phone: vendor.phone ?? '',
    email: vendor.email ?? '',
    address: vendor.address ?? '',
    address_zh: vendor.address_zh ?? '',
  }
  const form = useSentForm(contact.schema, begins, {
    draft: 'vendor-profile',
    what: t('Company details'),
    send: (typed, options) => api.company.saveVendorProfile({ ...typed, version }, options),
    refresh: ['company.getVendorProfile'],
    looksAgain: true,
  })
  return (
    <form className="company-form" noValidate onSubmit={form.send}>
      <div className="form-grid">
        <FormFields of={contact} form={form} />
      </div>
      <Button type="submit" text={t('Save')} disabled={!form.isTyped} loading={form.isSending} />
    </form>
  )
}
