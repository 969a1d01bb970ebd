import './theme/early.ts'
import 'normalize.css/normalize.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import './theme/tokens.css'
import './theme/hindi.css'
import './theme/base.css'
import './theme/blueprint.css'
import './theme/touch.css'
import './kit/kit.css'
import './kit/field-views.css'
import './app/frame.css'
import { start } from './app/start.tsx'

void start()
