/** The entry of the bundle `/embed/belfry-inbox.js`, which runs in pages of other origins. It imports no package. */
import { BelfryInbox } from './element.ts';

// A page may load the script twice, for example under both of its names.
if (!customElements.get('belfry-inbox')) customElements.define('belfry-inbox', BelfryInbox);

export { BelfryInbox };
