'use client';

import {
  Children,
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useState,
} from 'react';

export interface RootProps {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children?: ReactNode;
}

export interface TriggerProps extends ComponentProps<'button'> {
  /** Whether the only child is the button. */
  asChild?: boolean;
}

interface Parts {
  Root: ComponentType<RootProps & { defaultOpen?: boolean }>;
  Trigger: ComponentType<TriggerProps>;
}

/** A kind of layer that floats above the page: menus, popovers. */
export interface Layer<P extends Parts = Parts> {
  popup: 'menu' | 'dialog';
  /** The layer's components. Undefined until they are loaded. */
  parts: P | undefined;
  load: () => Promise<unknown>;
}

/** Creates a layer whose code is loaded when one is about to open, because most visits open none. */
export function createLayer<P extends Parts>(popup: Layer['popup'], load: () => Promise<P>): Layer<P> {
  const layer: Layer<P> = {
    popup,
    parts: undefined,
    load: async () => {
      layer.parts ??= await load();
    },
  };
  return layer;
}

/** Opens the layer for the first time. Undefined afterwards, when the layer opens itself. */
const FirstOpening = createContext<(() => void) | undefined>(undefined);

/** A trigger and its content. Before the first opening, the trigger is a plain button and the content is not rendered. */
export function LayerRoot({ layer, children, ...props }: RootProps & { layer: Layer }) {
  const [isReady, setReady] = useState(false);
  const { open, onOpenChange } = props;
  useEffect(() => {
    if (open) void layer.load().then(() => setReady(true));
  }, [open, layer]);
  if (isReady && layer.parts) {
    return (
      <FirstOpening value={undefined}>
        <layer.parts.Root {...(open === undefined && { defaultOpen: true })} {...props}>
          {children}
        </layer.parts.Root>
      </FirstOpening>
    );
  }
  const openFirst = () =>
    void layer.load().then(() => {
      setReady(true);
      onOpenChange?.(true);
    });
  return <FirstOpening value={openFirst}>{children}</FirstOpening>;
}

export function LayerTrigger({ layer, asChild, children, ...props }: TriggerProps & { layer: Layer }) {
  const openFirst = use(FirstOpening);
  if (!openFirst && layer.parts) {
    return (
      <layer.parts.Trigger {...props} {...(asChild && { asChild })}>
        {children}
      </layer.parts.Trigger>
    );
  }
  const load = () => void layer.load();
  const button: ComponentProps<'button'> & { 'data-state': string } = {
    'aria-haspopup': layer.popup,
    'aria-expanded': false,
    'data-state': 'closed',
    ...props,
    // Calls existing handlers too, for example a toolbar's handler for arrow keys.
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      load();
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      load();
    },
    onClick: (event) => {
      props.onClick?.(event);
      openFirst?.();
    },
    onKeyDown: (event) => {
      props.onKeyDown?.(event);
      if (event.defaultPrevented || layer.popup !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      openFirst?.();
    },
  };
  if (asChild) return cloneElement(Children.only(children) as ReactElement<ComponentProps<'button'>>, button);
  return (
    <button type="button" {...button}>
      {children}
    </button>
  );
}

/** A part that is rendered only inside an open layer. `of` is the component of the layer's parts. */
export function LayerPart<Props extends object>({ of, ...props }: { of: ComponentType<Props> | undefined } & Props) {
  const Part = of as ComponentType<object> | undefined;
  return use(FirstOpening) || !Part ? null : <Part {...props} />;
}
