import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { planSettings } from '../../../shared/areas/allocation/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { CheckboxSet } from '../../forms/CheckboxSet.tsx'
import { wantedText } from '../../forms/described.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key, listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { plainChoices, siteChoices } from './parts.tsx'
import { SettingInput } from './SettingInput.tsx'
import { settingFaults, settings, settingWords, typedSettings } from './settings.ts'

const wanted = z.object({
  name: wantedText(key('Please give it a name.')),
  seasons: z.array(z.string()),
  categories: z.array(z.string()).min(1, key('Please choose a category.')),
  sources: z.array(z.string()).min(1, key('Please choose a warehouse.')),
  stores: z.array(z.string()),
  settings: typedSettings.superRefine((typed, context) => {
    for (const [path, message] of settingFaults(typed)) context.addIssue({ code: 'custom', path: [path], message })
  }),
})

type Config = CallData<'allocation.getAllocationConfig'>

interface CreateDialogProps extends DialogTurn {
  config: Config
  onCreated: (taskId: string) => void
}

/** A new allocation: of which seasons and categories, from where, to which stores, by which settings. */
export function CreateDialog({ config, onCreated, ...turn }: CreateDialogProps) {
  const words = useLocale()
  const { t, plural } = words
  const usual = planSettings.parse(config.settings)
  const form = useSentForm(
    wanted,
    { name: '', seasons: [], categories: [], sources: [], stores: [], settings: usual },
    {
      draft: 'allocation.new',
      what: t('New allocation'),
      send: (typed, options) =>
        api.allocation.createAllocation({ ...typed, settings: planSettings.parse(typed.settings) }, options),
      refresh: ['allocation'],
      after: ({ data }) => {
        turn.onClose()
        onCreated(data.task.task_id)
      },
    },
  )
  const { value: chosen } = form.field('categories')
  const { value: sentTo } = form.field('stores')
  const carries = ({ categories }: Config['stores'][number]) =>
    chosen.length === 0 || chosen.some((one) => categories.includes(one))
  const stores = config.stores.filter((one) => carries(one) || sentTo.includes(one.site))
  const idle = stores.filter((one) => !carries(one)).map(({ site }) => site)
  const of = (field: 'seasons' | 'categories' | 'sources' | 'stores') => {
    const { value, problem, onChange } = form.field(field)
    return { value, problem, onChange }
  }
  const { value: typed, onChange: setSettings } = form.field('settings')
  const sent = sentTo.length
  return (
    <Modal {...turn} title={t('New allocation')} width={980} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Create allocation'), isRunning: form.isSending }}
          className="allocation-create"
        >
          <TextField {...form.field('name')} label={t('Allocation name')} maxLength={120} />
          <div className="allocation-choices">
            <div>
              {config.seasons.length > 0 ? (
                <CheckboxSet
                  legend={t('Seasons')}
                  options={plainChoices(config.seasons)}
                  {...of('seasons')}
                  hint={t('None chosen: all of them.')}
                />
              ) : null}
              <CheckboxSet
                legend={t('Categories')}
                options={plainChoices(config.categories, (word) => t(word))}
                {...of('categories')}
              />
            </div>
            <CheckboxSet legend={t('From')} options={siteChoices(config.sources, words)} {...of('sources')} />
            <div className="allocation-stores">
              <CheckboxSet legend={t('Stores')} options={siteChoices(stores, words)} {...of('stores')} />
              <div className="allocation-grades">
                {gradesOf(stores.filter(carries)).map(([grade, sites]) => (
                  <Button
                    key={grade}
                    size="small"
                    text={t('Grade {{grade}}', { grade })}
                    onClick={() => form.field('stores').onChange(sites)}
                  />
                ))}
                {sent > 0 ? (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('Choose none')}
                    onClick={() => form.field('stores').onChange([])}
                  />
                ) : null}
                <p className="field-hint">
                  {sent === 0
                    ? t('None chosen: all stores that carry the categories ({{n}}).', { n: stores.length })
                    : plural(sent, '1 store', '{{n}} stores')}
                </p>
                {idle.length > 0 ? (
                  <p className="field-problem" role="alert">
                    {t('These carry none of the chosen categories and get nothing: {{stores}}.', {
                      stores: listed(idle),
                    })}
                  </p>
                ) : null}
              </div>
            </div>
            <fieldset className="field allocation-settings">
              <legend className="field-label">{t('Settings')}</legend>
              {settings.map((setting) => (
                <div key={setting} className="allocation-setting">
                  <span aria-hidden="true">{t(settingWords[setting])}</span>
                  <SettingInput
                    setting={setting}
                    value={typed[setting]}
                    isOut={form.problem(`settings.${setting}`) !== null}
                    onChange={(value) => setSettings({ ...typed, [setting]: value })}
                  />
                </div>
              ))}
            </fieldset>
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}

/** Sites by grade, of a category that they carry. */
function gradesOf(stores: Config['stores']): [string, string[]][] {
  const grades = [...new Set(stores.flatMap(({ grades: own }) => own))].filter((one) => one !== '').toSorted()
  return grades.map((grade) => [grade, stores.filter(({ grades: own }) => own.includes(grade)).map(({ site }) => site)])
}
