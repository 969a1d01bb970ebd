import { z } from 'zod'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { checkField, describedForm, FormFields, optionalText, remarkField, textField } from '../../forms/described.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useLocale } from '../../table/words.ts'

type Sites = CallData<'stockCounts.getCountSites'>['sites']

interface StartProps extends DialogTurn {
  onStarted: (number: string) => void
}

export function StartCountDialog({ onStarted, ...turn }: StartProps) {
  const { t } = useLocale()
  const sites = useAnswer('stockCounts.getCountSites', {})
  return (
    <Modal {...turn} title={t('New stock count')} width={520} isTyped>
      <Loaded answer={sites} rows={3}>
        {(found) => <StartForm sites={found.sites} onClose={turn.onClose} onStarted={onStarted} />}
      </Loaded>
    </Modal>
  )
}

const startForm = describedForm({
  shelves: textField(key('Only these shelves'), 4_000, {
    hint: key('Their codes with commas between them; left empty, all of the site.'),
  }),
  style_id: textField(key('Only this style'), 40),
  is_blind: checkField(key('Blind: whoever counts does not see what should be there')),
  remark: remarkField(key('Remark'), { reads: optionalText() }),
})

/** Codes as they are typed or pasted. */
const codesIn = (text: string) => [...new Set(text.split(/[\n,;，；、]+/).map((code) => code.trim()))].filter(Boolean)

function StartForm({ sites, onClose, onStarted }: { sites: Sites } & Pick<StartProps, 'onClose' | 'onStarted'>) {
  const { t, name } = useLocale()
  const stock = useAnswer('stock.stockChoices', {}).data
  const form = useSentForm(
    startForm.schema.extend({ site: z.string().min(1, key('Please choose a site.')), category: z.string() }),
    { ...startForm.empty, site: sites.length === 1 ? (sites[0]?.site ?? '') : '', category: '' },
    {
      draft: 'new-stock-count',
      what: t('New stock count'),
      send: ({ remark, shelves, category, style_id, ...rest }, options) =>
        api.stockCounts.startStockCount(
          {
            ...{ ...rest, shelves: codesIn(shelves) },
            ...(category && { category }),
            ...(style_id.trim() && { style_id: style_id.trim() }),
            ...(remark && { remark }),
          },
          options,
        ),
      done: ({ data }) => t('Stock count {{number}} is open.', { number: data.count.number }),
      refresh: ['stockCounts'],
      after: ({ data }) => {
        onClose()
        onStarted(data.count.number)
      },
    },
  )
  const choices = sites.map(
    ({ site, site_name, site_name_zh }) => [site, `${site} · ${name(site_name, site_name_zh)}`] as const,
  )
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onClose} step={{ text: t('Start counting'), isRunning: form.isSending }}>
        <div className="form-stack">
          <ChoiceField
            {...form.field('site')}
            label={t('Site or shop')}
            choices={[...(choices.length === 1 ? [] : [['', t('Choose a site…')] as const]), ...choices]}
          />
          <ChoiceField
            {...form.field('category')}
            label={t('Only this category')}
            choices={[
              ['', t('All categories')],
              ...(stock?.categories.map((category) => [category, t(category)] as const) ?? []),
            ]}
          />
          <FormFields of={startForm} form={form} />
        </div>
      </DialogParts>
    </form>
  )
}
