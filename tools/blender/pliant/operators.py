"""The buttons: Simulate, Cancel, Clear, Show in Pliant."""

import os
from pathlib import Path

import bpy

from . import export, preferences, program, result, status
from .job import Job

# Time between two steps in the window, s.
TICK = 0.05
# The last viewer of each exported file.
viewers = {}


class PLIANT_OT_simulate(bpy.types.Operator):
    """Simulate the frames of the scene with Pliant, and bring the motion back onto the objects"""

    bl_idname = "pliant.simulate"
    bl_label = "Simulate"
    bl_options = {"REGISTER", "UNDO"}

    timer = None

    @classmethod
    def poll(cls, _):
        """One simulation at a time."""
        return status.running is None

    def execute(self, context):
        """Simulates and waits: for scripts."""
        status.begin(Job(context.scene, preferences.program()))
        try:
            status.running.wait()
        except program.Failure as failure:
            return self.failed(failure)
        except BaseException:
            status.end("An error of the add-on: the console has it.")
            raise
        return self.finished()

    def invoke(self, context, _):
        """Simulates while the window stays alive."""
        status.begin(Job(context.scene, preferences.program()))
        self.timer = context.window_manager.event_timer_add(TICK, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """A step a tick; Esc cancels."""
        job = status.running
        if job is None or event.type == "ESC":
            return self.cancelled(context)
        if event.type == "Z" and (event.ctrl or event.oskey):
            # Undo would replace the objects that the result is for.
            return {"RUNNING_MODAL"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        try:
            more = job.step()
        except program.Failure as failure:
            self.stop_timer(context)
            return self.failed(failure)
        except Exception:
            self.stop_timer(context)
            status.end("An error of the add-on: the console has it.")
            raise
        redraw(context)
        if more:
            return {"RUNNING_MODAL"}
        self.stop_timer(context)
        return self.finished()

    def stop_timer(self, context):
        """No more ticks."""
        context.window_manager.event_timer_remove(self.timer)

    def cancelled(self, context):
        """The user does not want it."""
        self.stop_timer(context)
        if status.running:
            status.running.cancel()
            status.end("Cancelled.")
        redraw(context)
        return {"CANCELLED"}

    def cancel(self, context):
        """Blender closes."""
        self.cancelled(context)

    def failed(self, failure):
        """Reports what went wrong."""
        status.end(str(failure))
        for warning in status.warnings:
            self.report({"WARNING"}, warning)
        # In a script, an error that is reported is an exception.
        self.report({"ERROR"}, str(failure))
        return {"CANCELLED"}

    def finished(self):
        """Reports warnings."""
        status.end()
        for warning in status.warnings:
            self.report({"WARNING"}, warning)
        return {"FINISHED"}


class PLIANT_OT_cancel(bpy.types.Operator):
    """End the simulation. An earlier result stays if the new one was not complete"""

    bl_idname = "pliant.cancel"
    bl_label = "Cancel"

    @classmethod
    def poll(cls, _):
        """Only while it runs."""
        return status.running is not None

    def execute(self, _):
        """Ends the program; the running operator notices at its next tick."""
        status.running.cancel()
        status.end("Cancelled.")
        return {"FINISHED"}


class PLIANT_OT_clear(bpy.types.Operator):
    """Remove the result of the simulation: objects are as they were before"""

    bl_idname = "pliant.clear"
    bl_label = "Clear Result"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """Only where there is a result, and not during a simulation."""
        return status.running is None and result.exists(context.scene)

    def execute(self, context):
        """Removes it."""
        result.clear(context.scene)
        context.scene.frame_set(context.scene.frame_current)
        return {"FINISHED"}


class PLIANT_OT_show(bpy.types.Operator):
    """Open the scene in the window of Pliant, to tune it while it moves. A window that is open loads the scene again"""

    bl_idname = "pliant.show"
    bl_label = "Show in Pliant"

    @classmethod
    def poll(cls, _):
        """Not during a simulation."""
        return status.running is None

    def execute(self, context):
        """Exports and starts the viewer."""
        folder = Path(bpy.app.tempdir)
        file = folder / f"{bpy.path.clean_name(context.scene.name)}_{os.getpid()}.glb"
        try:
            program.find(preferences.program())
            exported = export.write(context.scene, context.view_layer, file, images=True)
            arguments = program.view_arguments(file, fps=exported.fps, device=context.scene.pliant.device)
            if file not in viewers or viewers[file].poll() is not None:
                viewers[file] = program.show(preferences.program(), arguments, folder)
        except program.Failure as failure:
            self.report({"ERROR"}, str(failure))
            return {"CANCELLED"}
        for warning in exported.warnings:
            self.report({"WARNING"}, warning)
        return {"FINISHED"}


class PLIANT_OT_attachment_add(bpy.types.Operator):
    """Attach vertices of this object to another object"""

    bl_idname = "pliant.attachment_add"
    bl_label = "Add Attachment"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Adds a row."""
        context.object.pliant.attachments.add()
        return {"FINISHED"}


class PLIANT_OT_attachment_remove(bpy.types.Operator):
    """Remove this attachment"""

    bl_idname = "pliant.attachment_remove"
    bl_label = "Remove Attachment"
    bl_options = {"REGISTER", "UNDO"}

    index: bpy.props.IntProperty(options={"HIDDEN"})

    def execute(self, context):
        """Removes a row."""
        context.object.pliant.attachments.remove(self.index)
        return {"FINISHED"}


@bpy.app.handlers.persistent
def end_before_load(*_):
    """Another file has other objects, so a simulation ends before one is opened."""
    if status.running:
        status.running.cancel()
    status.begin(None)


def redraw(context):
    """Shows the progress in every Properties editor."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()


CLASSES = (
    PLIANT_OT_simulate,
    PLIANT_OT_cancel,
    PLIANT_OT_clear,
    PLIANT_OT_show,
    PLIANT_OT_attachment_add,
    PLIANT_OT_attachment_remove,
)
