import { Checkbox } from '@blueprintjs/core'
import { z } from 'zod'
import { mostDesigns } from '../../../shared/areas/style-surveys/rules.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DayField, TextField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

interface MakeSurveyDialogProps extends DialogTurn {
  onMade: (survey: string) => void
}

const survey = z.object({ name: z.string(), deadline: z.string(), chosen: z.array(z.string()) })
const noSurvey: z.output<typeof survey> = { name: '', deadline: '', chosen: [] }

/** Which designs are asked about, and until when. */
export function MakeSurveyDialog({ isOpen, onClose, onMade }: MakeSurveyDialogProps) {
  const { t, name: named } = useLocale()
  const typed = useTyped('new-survey', survey, noSurvey, t('New survey'))
  const { name, deadline } = typed.value
  const chosen = new Set(typed.value.chosen)
  const styles = useAnswer('garmentSpecs.specStyles', { page_size: 500, part: 'rows' })
  const make = useAction(
    (_: undefined, options) =>
      api.styleSurveys.makeSurvey({ name, deadline: deadline || null, vendor_catalogue_ids: [...chosen] }, options),
    { refresh: ['styleSurveys'] },
  )
  const run = async () => {
    const reply = await make.run(undefined)
    if (!reply) return
    typed.reset()
    onMade(reply.data.survey.survey)
    onClose()
  }
  const toggle = (code: string) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    typed.change((now) => ({ ...now, chosen: [...next] }))
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('New survey')}
      width={620}
      isTyped={name !== '' || chosen.size > 0}
    >
      <DialogParts
        onCancel={onClose}
        foot={t('{{count}} designs chosen', { count: chosen.size })}
        step={{
          text: t('Make the survey'),
          run: () => void run(),
          isOff: name.trim() === '' || chosen.size === 0 || chosen.size > mostDesigns,
          isRunning: make.isRunning,
        }}
      >
        <div className="form-grid">
          <TextField
            label={t('Survey name')}
            problem={null}
            maxLength={120}
            value={name}
            onChange={(words) => typed.change((now) => ({ ...now, name: words }))}
          />
          <DayField
            label={t('Last day')}
            problem={null}
            value={deadline}
            min={dayIn(indiaZone, new Date())}
            onChange={(day) => typed.change((now) => ({ ...now, deadline: day }))}
          />
        </div>
        <Loaded answer={styles} rows={6}>
          {(data) => (
            <fieldset className="survey-choices">
              <legend className="sr-only">{t('Designs')}</legend>
              {data.rows.map((style) => (
                <div key={style.code} className="survey-choice">
                  <Checkbox
                    checked={chosen.has(style.code)}
                    onChange={() => toggle(style.code)}
                    labelElement={
                      <>
                        <StylePicture
                          of={{
                            picture: style.picture,
                            style_id: style.code,
                            style_name: style.name,
                            style_name_zh: style.name_zh,
                          }}
                        />{' '}
                        <span className="code">{style.code}</span> {named(style.name, style.name_zh)}
                      </>
                    }
                  />
                </div>
              ))}
            </fieldset>
          )}
        </Loaded>
      </DialogParts>
    </Modal>
  )
}
