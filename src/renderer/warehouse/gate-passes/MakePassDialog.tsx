import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { stateWarning } from '../../../shared/areas/gate-passes/documents.ts'
import { type PassTarget, type PassType, passTargets, passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { ChoiceField, DayField, RemarkField, TextField } from '../../forms/fields.tsx'
import type { FormField } from '../../forms/useForm.ts'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { type PassConfig, passTypeNames } from './pass-list.ts'

interface MakePassProps extends DialogTurn {
  /** The one that is changed; a new one when left out. */
  pass?: GatePassRow
  onMade: (number: string) => void
}

/** `const make = useMakePass((number) => …)`, `make.open()` for a new one or `make.open({ pass })` to change one. */
export function useMakePass(onMade: (number: string) => void) {
  return useDialog(MakePassDialog, { onMade })
}

function MakePassDialog({ pass, onMade, ...turn }: MakePassProps) {
  const { t } = useTranslation()
  const config = useAnswer('gatePasses.gatepassConfig', {})
  const title = pass ? t('Change gate pass {{number}}', { number: pass.gate_pass }) : t('New gate pass')
  return (
    <Modal {...turn} title={title} width={560} isTyped className="gate-pass-touch">
      <Loaded answer={config} rows={5}>
        {(found) => <PassForm config={found} {...(pass && { pass })} onMade={onMade} onClose={turn.onClose} />}
      </Loaded>
    </Modal>
  )
}

const passForm = z.object({
  type: z.enum(passTypeNames),
  from_site: z.string().min(1, key('Please choose a site.')),
  target: z.enum(['site', 'party', 'vendor']),
  to_site: z.string(),
  supplier_id: z.string().trim().max(40),
  party: z.string().trim().max(120),
  party_address: z.string().trim().max(300),
  party_gstin: z.string().trim().max(15),
  purpose: z.string().trim().max(200),
  remark: z.string().trim().max(500),
  expected_return_on: z.string(),
  /** Null: as the settings say of where it is received. */
  is_blind: z.boolean().nullable(),
})

const targetWords: Readonly<Record<PassTarget, string>> = {
  site: key('A site of ours'),
  party: key('Somebody else'),
  vendor: key('A vendor'),
}

/** What it is given to: the first that its type may go to where it is none of them. */
const targetOf = (type: PassType, target: PassTarget): PassTarget =>
  passTargets[type].includes(target) ? target : (passTargets[type][0] ?? 'site')

function startOf(pass: GatePassRow | undefined, { sites }: PassConfig): z.input<typeof passForm> {
  const warehouses = sites.filter(({ kind }) => kind === 'warehouse')
  const only = warehouses.length === 1 ? warehouses[0]?.site : undefined
  return {
    type: pass?.type ?? 'stock_transfer',
    from_site: pass?.from_site ?? only ?? '',
    target: pass?.supplier_id ? 'vendor' : pass?.party ? 'party' : 'site',
    to_site: pass?.to_site ?? '',
    supplier_id: pass?.supplier_id ?? '',
    party: pass?.party ?? '',
    ...{ party_address: '', party_gstin: '' },
    purpose: pass?.purpose ?? '',
    remark: pass?.remark ?? '',
    expected_return_on: pass?.expected_return_on ?? '',
    is_blind: pass?.is_blind ?? null,
  }
}

interface PassFormProps {
  config: PassConfig
  pass?: GatePassRow
  onMade: (number: string) => void
  onClose: () => void
}

function PassForm({ config, pass, onMade, onClose }: PassFormProps) {
  const { t, name } = useLocale()
  // Lists of vendors are for who works with them: others type the code that stands on the return note.
  const isLead = useRight('gatePassLead')
  const form = useSentForm(passForm, startOf(pass, config), {
    draft: `gate-pass.${pass?.gate_pass ?? 'new'}`,
    what: t('New gate pass'),
    send: ({ target: wanted, party_address, party_gstin, is_blind, ...typed }, options) => {
      const target = targetOf(typed.type, wanted)
      return api.gatePasses.updateGatepass(
        {
          ...(pass && { gate_pass: pass.gate_pass, version: pass.version }),
          ...typed,
          ...(is_blind !== null && { is_blind }),
          to_site: target === 'site' ? typed.to_site || null : null,
          supplier_id: target === 'vendor' ? typed.supplier_id || null : null,
          party: target === 'party' ? typed.party || null : null,
          ...(target === 'party' && party_address && { party_address }),
          ...(target === 'party' && party_gstin && { party_gstin }),
          expected_return_on: typed.type === 'returnable' ? typed.expected_return_on || null : null,
        },
        options,
      )
    },
    refresh: ['gatePasses'],
    after: ({ data }) => {
      onClose()
      onMade(data.gate_pass.gate_pass)
    },
  })
  const { type, target: wanted } = form.values
  const target = targetOf(type, wanted)
  const receivesAt = target === 'site' ? form.values.to_site : type === 'returnable' ? form.values.from_site : ''
  const { blind_receiving, blind_sites } = config.settings
  const isBlind = form.values.is_blind ?? (blind_receiving || blind_sites.includes(receivesAt))
  const gstinAt = (code: string) => config.sites.find(({ site }) => site === code)?.gstin ?? null
  const warning =
    type === 'stock_transfer' && target === 'site'
      ? stateWarning({
          type,
          is_return: pass?.returns != null,
          from_gstin: gstinAt(form.values.from_site),
          to_gstin: gstinAt(form.values.to_site),
        })
      : null
  const isPacked = (pass?.packed ?? 0) > 0
  const sites = config.sites.map(
    (site) => [site.site, `${site.site} · ${name(site.site_name, site.site_name_zh)}`] as const,
  )
  const none = ['', t('Choose a site…')] as const
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onClose} step={{ text: pass ? t('Save') : t('Make it'), isRunning: form.isSending }}>
        <div className="pass-form">
          <ChoiceField
            {...form.field('type')}
            label={t('Type')}
            disabled={isPacked}
            choices={passTypeNames.map((one) => [one, t(passTypes[one])])}
          />
          <ChoiceField
            {...form.field('from_site')}
            label={t('Sent from')}
            disabled={isPacked}
            choices={[none, ...sites]}
          />
          {passTargets[type].length > 1 ? (
            <ChoiceField
              {...form.field('target')}
              value={target}
              label={t('To whom')}
              choices={passTargets[type].map((one) => [one, t(targetWords[one])])}
            />
          ) : null}
          {target === 'site' ? (
            <ChoiceField {...form.field('to_site')} label={t('Sent to')} choices={[none, ...sites]} />
          ) : null}
          {warning ? <Callout tone="warn">{t(warning.message, warning.values)}</Callout> : null}
          {target === 'vendor' ? (
            isLead ? (
              <VendorChoice {...form.field('supplier_id')} />
            ) : (
              <TextField {...form.field('supplier_id')} label={t('Supplier ID')} maxLength={40} />
            )
          ) : null}
          {target === 'party' ? (
            <>
              <TextField {...form.field('party')} label={t('Party')} maxLength={120} />
              <TextField {...form.field('party_address')} label={t('Postal address')} maxLength={300} />
              <TextField {...form.field('party_gstin')} label={t('GSTIN')} maxLength={15} />
            </>
          ) : null}
          {type === 'returnable' ? <DayField {...form.field('expected_return_on')} label={t('Back by')} /> : null}
          <TextField {...form.field('purpose')} label={t('Purpose')} maxLength={200} />
          <RemarkField {...form.field('remark')} label={t('Remark')} />
          <label className="check-label">
            <input
              type="checkbox"
              checked={isBlind}
              onChange={({ target: box }) => form.field('is_blind').onChange(box.checked)}
            />
            {t('Received blind: whoever receives does not see what was sent')}
          </label>
        </div>
      </DialogParts>
    </form>
  )
}

function VendorChoice(field: FormField<string>) {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const choices = suppliers.map(({ value, label }) => [value, `${value} · ${label}`] as const)
  return <ChoiceField {...field} label={t('Supplier')} choices={[['', t('Choose the vendor…')], ...choices]} />
}
