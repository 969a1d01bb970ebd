import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { keyDays, keyRoles } from '../../../shared/areas/keys/calls.ts'
import { personFault } from '../../../shared/areas/people/rules.ts'
import type { Role } from '../../../shared/kernel/roles.ts'
import { teams } from '../../../shared/kernel/roles.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { RoleFields } from '../../people/person-words.tsx'
import { useLocale } from '../../table/words.ts'

interface Made {
  name: string
  /** Null: the reply was lost on its way, and its secret with it. */
  secret: string | null
}

/** A new API key, then its secret, which is shown this once. */
export function CreateKeyDialog(turn: DialogTurn) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | null>(null)
  const title = made === null ? t('New API key') : t('The API key {{name}}', { name: made.name })
  return (
    <Modal {...turn} title={title} width={620} isTyped>
      {made === null ? (
        <KeyForm onMade={setMade} onClose={turn.onClose} />
      ) : (
        <DialogParts onCancel={turn.onClose} cancel={made.secret === null ? t('Close') : t('I have kept it')}>
          <ShownOnce {...made} />
        </DialogParts>
      )}
    </Modal>
  )
}

function KeyForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const { t, number } = useLocale()
  const form = useSentForm(keyForm, emptyKey, {
    draft: 'new-api-key',
    what: t('API keys'),
    send: ({ role, vendor_id, days, ...rest }, options) => {
      const vendor = role === 'vendor' ? { vendor_id } : {}
      return api.keys.createKey({ ...rest, ...vendor, role, expires_in_days: Number(days) }, options)
    },
    // What comes next says it.
    done: () => null,
    refresh: ['keys'],
    after: ({ data }) => onMade({ name: data.key.name, secret: data.secret }),
  })
  const { values, change, problem } = form
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onClose} step={{ text: t('Make API key'), isRunning: form.isSending }}>
        <div className="person-form">
          <TextField
            {...form.field('name')}
            label={t('Key name')}
            hint={t('The system that will use it, as histories name it.')}
            maxLength={60}
            autoFocus
          />
          <RoleFields
            value={values}
            offered={keyRoles}
            problems={{ role: problem('role'), team: problem('team'), vendor_id: problem('vendor_id') }}
            onChange={({ role = values.role, ...rest }) =>
              change({ ...rest, role: role === 'super_admin' ? '' : role })
            }
          />
          <ChoiceField
            {...form.field('days')}
            label={t('Expires')}
            choices={keyDays.map((days) => [days, t('in {{n}} days', { n: number(Number(days)) })])}
          />
        </div>
      </DialogParts>
    </form>
  )
}

/** As it is typed. */
export const keyForm = z
  .object({
    name: z.string().trim().min(1, key('Please enter a name.')),
    role: z
      .enum(['', ...keyRoles])
      .refine((role) => role !== '', key('Please choose a role.'))
      .transform((role) => role as (typeof keyRoles)[number]),
    team: z.enum(teams).nullable(),
    vendor_id: z.string(),
    days: z.enum(keyDays),
  })
  .superRefine(({ role, team, vendor_id }, context) => {
    const fault = (role as Role | '') === '' ? null : personFault({ role, team, hasVendor: vendor_id !== '' })
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
  })

export const emptyKey: z.input<typeof keyForm> = { name: '', role: '', team: null, vendor_id: '', days: '365' }

/** The secret, to be copied now: it is nowhere to be read afterwards. */
function ShownOnce({ secret }: Made) {
  const { t } = useTranslation()
  if (secret === null)
    return (
      <Callout tone="warn">
        {t('The key was made, but its secret was lost on the way here. Please revoke the key and make another.')}
      </Callout>
    )
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <div className="hand-over">
      <p>{t('Put this secret into the other system now. It is shown only here and only now, and stored nowhere.')}</p>
      <div className="hand-over-password">
        <code data-testid="key-secret">{secret}</code>
        <Button icon={<Duplicate />} text={t('Copy')} onClick={() => void copy()} />
      </div>
      <p className="muted hand-over-note">
        {t('It is sent with each call: {{header}}', { header: 'Authorization: Bearer slv_…' })}
      </p>
    </div>
  )
}
