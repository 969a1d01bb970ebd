import { key } from '../../kernel/words.ts'

/** What the server says of styles in the catalogue. */
export const catalogueWords = {
  saved: key('Saved.'),
  moved: key('Moved.'),
  takenBack: key('Taken one step back.'),
  unchanged: key('Nothing to change.'),
  noted: key('Said.'),
  pictureAdded: key('Picture added.'),
  pictureThere: key('This picture is there already.'),
  pictureRemoved: key('Picture removed.'),
  notFound: key('Style {{catalogue_id}} is not in the catalogue.'),
  wrongLink: key('A link is one of 1688, by https.'),
  otherCurrency: key('The price of {{catalogue_id}} is in {{currency}}.'),
  noMove: key('{{catalogue_id}} stands at {{from_key}}: it cannot go to {{to_key}}.'),
  notYours: key('Your role may not move {{catalogue_id}} to {{to_key}}.'),
  notForIndia: key('{{catalogue_id}} is offered to India: your role may not judge styles for India.'),
  notForChina: key('{{catalogue_id}} is offered to China: your role may not judge styles for China.'),
  noSample: key('{{catalogue_id}} cannot go to {{to_key}}: no sample of it was asked for yet, and one has to pass.'),
  sampleNotPassed: key(
    '{{catalogue_id}} cannot go to {{to_key}}: its sample {{sample}} is “{{state_key}}”, and one has to pass.',
  ),
  assortmentClosed: key(
    '{{catalogue_id}} is in assortment {{assortment}}, which is closed. Please open it again first.',
  ),
  needsRemark: key('Please say why.'),
  noWayBack: key('{{catalogue_id}} cannot go a step back.'),
  notYourMove: key('Whoever made the last move of {{catalogue_id}}, or an admin, may take it back.'),
  movedSince: key('{{catalogue_id}} was moved on by {{changed_by}} in the meantime.'),
  missing: key('{{catalogue_id}} cannot go live yet. It lacks: {{missing}}.'),
  alreadyLive: key('{{catalogue_id}} is on the website: its style is changed among the records.'),
  onlyDelist: key('You can take back your own styles, and nothing else.'),
  doubleStyle: key('This vendor has another style with that number.'),
  nothingAsked: key('Please say what is to change.'),
  doubleCode: key('No free number was found for the style. Please try again.'),
} as const
