import { useState } from 'react';
import { ComboBox } from '#components/form/combo-box.tsx';
import { ZONES } from '#components/form/zone-options.ts';
import { Field } from '#components/ui/field.tsx';
import { chooseZone, chosenZone, deviceZone } from '#lib/time/reader-zone.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';

/** The time zone in which this browser shows times. Applied once the text is a zone or empty. */
export function ZoneField() {
  const [text, setText] = useState(() => chosenZone() ?? '');
  const isZone = text === '' || isTimeZone(text);
  const change = (next: string) => {
    setText(next);
    if (next === '') chooseZone(undefined);
    else if (isTimeZone(next)) chooseZone(next);
  };
  return (
    <div className="max-w-72">
      <Field
        label="Time zone"
        help="Used for times, charts and the dates that you type. Leave it empty to use the time zone of your device."
        error={isZone ? undefined : 'Choose a zone, such as Europe/Berlin or UTC.'}
      >
        {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }) => (
          <ComboBox
            {...{ id, describedBy, invalid }}
            mono={false}
            value={text}
            placeholder={deviceZone()}
            options={ZONES}
            onChange={change}
          />
        )}
      </Field>
    </div>
  );
}
