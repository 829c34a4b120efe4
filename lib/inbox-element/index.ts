/** The entry of the bundle `/embed/belfry-inbox.js`, which runs in pages of other origins. It imports no package. */

// gzip finds more repetitions if the texts are before the code and the style sheet is behind it.
import './texts.ts';
import { BelfryInbox } from './element.ts';
import { STYLE } from './style.ts';

BelfryInbox.style = STYLE;

// A page may load the script twice, for example under both of its names.
if (!customElements.get('belfry-inbox')) customElements.define('belfry-inbox', BelfryInbox);

export { BelfryInbox };
