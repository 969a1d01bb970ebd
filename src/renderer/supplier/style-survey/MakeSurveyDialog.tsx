import { Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import { mostDesigns } from '../../../shared/areas/style-surveys/rules.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DayField, TextField } from '../../forms/fields.tsx'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

interface MakeSurveyDialogProps extends DialogTurn {
  onMade: (survey: string) => void
}

/** Which designs are asked about, and until when. */
export function MakeSurveyDialog({ isOpen, onClose, onMade }: MakeSurveyDialogProps) {
  const { t, name: named } = useLocale()
  const [name, setName] = useState('')
  const [deadline, setDeadline] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const styles = useAnswer('garmentSpecs.specStyles', { page_size: 500, part: 'rows' })
  const make = useAction(
    (_: undefined, options) =>
      api.styleSurveys.makeSurvey({ name, deadline: deadline || null, vendor_catalogue_ids: [...chosen] }, options),
    { refresh: ['styleSurveys'] },
  )
  const run = async () => {
    const reply = await make.run(undefined)
    if (!reply) return
    onMade(reply.data.survey.survey)
    onClose()
  }
  const toggle = (code: string) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    setChosen(next)
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
          <TextField label={t('Name')} problem={null} maxLength={120} value={name} onChange={setName} />
          <DayField label={t('Last day')} problem={null} value={deadline} onChange={setDeadline} />
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
